/** Addresses somebody could name as their push service, to have the server knock there. `port` is where a trap listens. */
export function hostileEndpoints(port: number): string[] {
  const hosts = [
    ...['127.0.0.1', '127.1', '127.0.0.2', '127.255.255.254', '0', '0.0.0.0', '2130706433', '0x7f000001', '0x7f.1'],
    ...['017700000001', '0177.0.0.1', '127.0.0.1.', 'localhost', 'LOCALHOST', 'localhost.', 'sub.localhost'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]'],
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]', 'metadata.google.internal'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '198.18.0.1', '192.0.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '①②⑦.⓪.⓪.①', '127。0。0。1', 'fcm.googleapis.com.evil.example', 'evil-fcm.googleapis.com'],
    ...['fcm.googleapis.com@127.0.0.1', 'fcm.googleapis.com:443@127.0.0.1', '127.0.0.1#@fcm.googleapis.com'],
    ...['push.apple.com', 'evilpush.apple.com', 'web.push.apple.com.evil.example', 'notify.windows.com.evil.example'],
    ...['updates.push.services.mozilla.com.', 'user@fcm.googleapis.com', 'user:word@fcm.googleapis.com'],
  ];
  return [
    ...hosts.map((host) => `https://${host}:${port}/push`),
    ...['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'].map((host) => `https://${host}/push`),
    ...['http', 'ws', 'ftp', 'file', 'gopher', 'unix'].map((scheme) => `${scheme}://127.0.0.1:${port}/push`),
    ...['http://fcm.googleapis.com/push', `https://fcm.googleapis.com:${port}/push`, 'https://fcm.googleapis.com:80/'],
    ...['//127.0.0.1/push', 'javascript:alert(1)', 'data:text/plain,push', 'push', '', 'https://', 'https://%00/'],
    ...[`https://fcm.googleapis.com\\@127.0.0.1:${port}/push`, `https:127.0.0.1:${port}/push`],
  ];
}
