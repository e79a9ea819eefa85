import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start({ settings: { TRUST_PROXY: 'on' } });

async function refusedOf(forwardedOf: (n: number) => string): Promise<number> {
  let refused = 0;
  for (let n = 0; n < 200; n++) {
    const { headers } = await fetch(`${world.url}/api/v1/auth/login?provider=none`, {
      headers: { 'x-forwarded-for': forwardedOf(n) },
      redirect: 'manual',
    });
    if (headers.get('location')?.includes('too-many-requests')) refused += 1;
  }
  return refused;
}

test.each([
  ['an IPv4 address with a port of its own each', (n: number) => `203.0.113.5:${40_000 + n}`],
  ['an IPv6 address with brackets and a port of its own each', (n: number) => `[2001:db8:1:2::5]:${40_000 + n}`],
  ['the 256 networks of one household', (n: number) => `2001:db8:2:${n.toString(16)}::1`],
  ['an address written anew before it each', (n: number) => `198.51.100.${n}, 203.0.113.6`],
])('of 200 sign-ins from %s 100 are refused', async (_, forwardedOf) => {
  expect(await refusedOf(forwardedOf)).toBe(100);
});
