import type { Config } from './config.ts';
import { localOrigins } from './identity/index.ts';
import { inAddress, isLoopback } from './platform/http/address.ts';
import { callPath } from './voice/index.ts';

function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** The lines an operator reads once the server answers. */
export function greeting(
  config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'productName'
    | 'publicUrl'
    | 'directCalls'
    | 'providers'
    | 'limits'
    | 'busUrl'
    | 'turn'
    | 'operatorContact'
  >,
): string[] {
  const { productName, providers, limits } = config;
  return [
    `${productName} is ready:`,
    ...addresses(config),
    ...(config.publicUrl === null && !isLoopback(inAddress(config.host))
      ? ['PUBLIC_URL is not set: people can sign in at no other address.']
      : []),
    callPath(config) === 'relayed'
      ? 'Calls between strangers are relayed: nobody learns the network address of the other.'
      : 'ALLOW_DIRECT_CALLS is on: two people in a call could learn each other’s network address.',
    ...(config.busUrl !== null && config.turn === null
      ? ['BUS_URL is set without TURN_URLS: two people hear each other only while both are on one node.']
      : []),
    ...(providers.length === 0 && limits.rematchSeconds === 0
      ? [
          'For trying out, the same two people are matched again and again; REMATCH_SECONDS sets how long they are kept apart.',
        ]
      : []),
    ...(config.publicUrl?.startsWith('http:') && !isOnThisMachine(config.publicUrl)
      ? ['PUBLIC_URL is on plain http: browsers give no microphone there, and whoever is between reads everything.']
      : []),
    ...(config.operatorContact === null
      ? ['OPERATOR_CONTACT is not set: whoever looks for somebody to write to reads that nobody is named.']
      : []),
  ];
}

/** Behind a proxy on the same machine, as while developing, the server's own port is not what to open. */
function addresses({ host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>): string[] {
  if (publicUrl !== null && isOnThisMachine(publicUrl)) return [`  ${publicUrl}`];
  return [
    ...localOrigins({ host, port }).map((origin) => `  ${origin}`),
    ...(publicUrl === null ? [] : [`For everybody else: ${publicUrl}`]),
  ];
}
