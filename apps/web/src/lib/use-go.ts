import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';
import type { Stop } from './clock.ts';

type Go = (to: string, how?: NavigateOptions) => void;

let ask: ((to: string) => void) | null = null;

/** Until it is stopped, who is led to another page is asked first: on this one something would be lost. */
export function askBeforeGoing(first: (to: string) => void): Stop {
  ask = first;
  return () => {
    ask = null;
  };
}

/** As useNavigate, for what knows nothing of the page it leads away from: a key, a banner, a notification. */
export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback((to, how) => (ask === null ? void navigate(to, how) : ask(to)), [navigate]);
}

/** As useNavigate, for an answer that may come late: who has left what asked for it is led nowhere. */
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

/** As useNavigate, for an answer that may come when what asked for it is gone: who is on another page stays there. */
export function useGoFromPage(): Go {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (to, how) => {
    if (window.location.pathname === pathname) void navigate(to, how);
  };
}
