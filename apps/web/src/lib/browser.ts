/** Platforms differ in how apps are installed and get pushes. */
export type Platform = 'iphone' | 'android' | 'desktop';

/** touchPoints tells an iPad from the Mac it claims to be. */
export function platformOf({ userAgent, touchPoints }: { userAgent: string; touchPoints: number }): Platform {
  if (/iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'iphone';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

export function platform(): Platform {
  return platformOf({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints });
}

/** Whether the app was opened from the home screen or the dock, without a browser around it. */
export function isInstalled(): boolean {
  const isApple = 'standalone' in navigator && navigator.standalone === true;
  return isApple || window.matchMedia('(display-mode: standalone)').matches;
}
