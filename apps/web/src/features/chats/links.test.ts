import { describe, expect, it } from 'vitest';
import { partsOf } from './links.ts';

const hrefs = (content: string) => partsOf(content).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

it.each([
  ['https://example.org', ['https://example.org/']],
  ['see http://example.org/a?b=c#d now', ['http://example.org/a?b=c#d']],
  ['example.org is it', ['http://example.org/']],
  ['(https://example.org/a).', ['https://example.org/a']],
  ['write to me@example.org', ['mailto:me@example.org']],
  ['https://example.org and https://example.com', ['https://example.org/', 'https://example.com/']],
  ['https://xn--e1awd7f.com', ['https://xn--e1awd7f.com/']],
  ['https://sub.example.co.uk:8443/x', ['https://sub.example.co.uk:8443/x']],
])('%s leads to %j', (content, expected) => expect(hrefs(content)).toEqual(expected));

it('nothing of the words is lost or changed', () => {
  const content = 'a https://example.org b me@example.org\nc';
  expect(
    partsOf(content)
      .map(({ text }) => text)
      .join(''),
  ).toBe(content);
});

/** Each of these was seen somewhere to become a script, or to lead elsewhere than it says. */
const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://example.org/%0aalert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'blob:https://example.org/8d3c',
  'filesystem:https://example.org/temporary/x',
  'file:///etc/passwd',
  'ftp://example.org/x',
  'intent://example.org#Intent;scheme=https;end',
  'view-source:https://example.org',
  'about:blank',
  'chrome://settings',
  'ms-settings:privacy',
  'tel:+15550100',
  'sms:+15550100',
  'ws://example.org',
  'wss://example.org',
  'jar:https://example.org!/x',
  'feed:https://example.org',
  'ssh://example.org',
  'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
  'https://bank.example@evil.example/',
  'https://bank.example:443@evil.example/',
  'https://user:password@evil.example/',
  'http://example.org@evil.example',
  'https://ex\u200Bample.org',
  'https://example.org/\u202Egpj.exe',
  'https://\u202Egro.elpmaxe',
  'https://exa\u00ADmple.org',
  'https://example\u2060.org',
  'https://examp\uFEFFle.org',
  'https://раураl.com',
  'https://аррle.com',
  'https://gооgle.com/login',
  'https://exаmple.org',
  'https://bücher.example.com',
  'https://ⓔxample.org',
  'https://example。org',
  'https://evil.example／bank.example',
  'mailto:me@example.org?subject=x&body=y',
  'mailto:me@example.org?bcc=all@example.org',
  'https://',
  'http:///',
  'https://.',
  'https:// example',
  'https://[::1',
  'https://%00',
  'https://exa mple',
  '<a href="javascript:alert(1)">x</a>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '&#106;avascript:alert(1)',
  '\\u006aavascript:alert(1)',
  'javascript:/*--></title></style></textarea></script><svg/onload=alert(1)>',
  'x:javascript:alert(1)',
  '@javascript:alert(1)',
];

describe('what is hostile', () => {
  it('is more than 60 of them', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(60));

  it.each(HOSTILE)('%j leads nowhere but where it says', (content) => {
    for (const part of partsOf(content)) {
      if (part.kind === 'text') continue;
      const url = new URL(part.href);
      expect(['http:', 'https:', 'mailto:']).toContain(url.protocol);
      expect(url.username + url.password).toBe('');
      expect(part.text.toLowerCase()).toContain(url.protocol === 'mailto:' ? url.pathname : url.hostname);
      // A part of what looks like one address is no address.
      expect(content.slice(0, content.indexOf(part.text))).not.toMatch(/@$/);
    }
    expect(
      partsOf(content)
        .map(({ text }) => text)
        .join(''),
    ).toBe(content);
  });
});
