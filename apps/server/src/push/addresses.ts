import { BlockList } from 'node:net';

/** Ranges without a public service: this machine, its neighbours, cloud metadata, and embedded IPv4 addresses. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Only 2000::/3 of IPv6 is allocated. */
const NOT_PUBLIC_6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = new BlockList();
for (const range of NOT_PUBLIC_4) addTo(range, 'ipv4');
for (const range of NOT_PUBLIC_6) addTo(range, 'ipv6');

function addTo(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', length] = range.split('/');
  notPublic.addSubnet(network, Number(length), family);
}

export function isPublic({ address, family }: { address: string; family: number }): boolean {
  return !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
