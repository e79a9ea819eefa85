import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';
import type { Stop } from './clock.ts';

type Go = (to: string, how?: NavigateOptions) => void;

let ask: ((to: string) => void) | null = null;

/** Asks before navigation by `useGo`, until stopped: leaving this page would lose something. */
export function askBeforeGoing(first: (to: string) => void): Stop {
  ask = first;
  return () => {
    ask = null;
  };
}

/** Like useNavigate, for callers that do not know the page they leave: a key, a banner, a notification. */
export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback((to, how) => (ask === null ? void navigate(to, how) : ask(to)), [navigate]);
}

/** Like useNavigate, for a late answer: does nothing once the component that asked is unmounted. */
export function useGoFromHere(): Go {
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (to, how) => {
    if (isHere.current) void navigate(to, how);
  };
}

/** Like useNavigate, for an answer that may outlive its component: does nothing once another page is shown. */
export function useGoFromPage(): Go {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, how) => {
    if (window.location.pathname === pathname) void navigate(to, how);
  };
}
