const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Headers of every answer. Inline scripts run only where a page's policy lists them, nothing of another site loads, and
 * no other site may frame us.
 */
export function securityHeaders(ownOrigins: readonly string[]): Record<string, string> {
  // 'self' does not cover the socket in every browser.
  const sockets = ownOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const policy = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'connect-src': ["'self'", ...sockets].join(' '),
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  const overHttps = ownOrigins.some((origin) => origin.startsWith('https:'));
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'microphone=(self), geolocation=(self), camera=(), display-capture=(), payment=(), usb=()',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(overHttps && { 'Strict-Transport-Security': `max-age=${ONE_YEAR_SECONDS}` }),
  };
}

/** Adds a page's inline scripts to its policy, by hash. */
export function allowScripts(policy: string, hashes: readonly string[]): string {
  return policy.replace("script-src 'self'", ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '));
}
