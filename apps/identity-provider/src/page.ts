import { createHash } from 'node:crypto';
import { type Persona, personas } from './personas.ts';

// The product's golden dark palette: ground, panel, field, ink, captions, accent, sky bands, sun.
const style = `
:root{color-scheme:dark;font:430 16px/1.5 system-ui,sans-serif;background:#0f121a;color:#f8f3e9}
*{box-sizing:border-box}
body{margin:0;min-height:100svh}
svg{display:block;width:100%;height:24svh;min-height:100px}
main{max-width:560px;margin:0 auto;padding:8px 20px 40px}
h1{margin:0 0 8px;font-size:clamp(26px,6vw,34px);line-height:1.08;letter-spacing:-.03em;font-weight:700}
p{margin:0 0 24px;color:#c8c2b6}
form{display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(min(100%,150px),1fr))}
form+form{margin-top:24px;padding-top:24px;border-top:1.5px solid #3f4657}
button{display:flex;flex-wrap:wrap;column-gap:8px;align-items:baseline;min-height:56px;padding:16px 18px;border:1px solid transparent;
border-radius:16px;background:#1f2431;color:#f8f3e9;font:inherit;font-weight:600;text-align:start;cursor:pointer}
button:hover{background:#2c3241}
button:focus-visible{outline:3px solid #ffc145;outline-offset:3px}
button small{font-weight:480;font-size:13px;color:#c8c2b6}
.leave{border-radius:12px 12px 36px 36px;justify-content:center}
@media (prefers-contrast:more){button{border-color:#a8a297}}
@media (forced-colors:active){svg{display:none}button{border-color:ButtonText}}
`;

const horizon = `<svg viewBox="0 0 640 240" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
<rect width="640" height="240" fill="#171b28"/><circle cx="320" cy="236" r="300" fill="#4a2d2c"/>
<circle cx="320" cy="236" r="210" fill="#a04f1f"/><circle cx="320" cy="236" r="140" fill="#e8911f"/>
<circle cx="320" cy="236" r="88" fill="#ffd469"/>
<path d="M0 222C60 206 100 232 160 224s90-18 160-6 110 14 170 2 100-12 150 4V241H0Z" fill="#0f121a"/></svg>`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of every page: nothing loads, nothing frames it, and forms lead only here and back to the product. */
export function pageHeaders(productOrigins: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      // Browsers apply form-action to the redirects that follow a form as well.
      `form-action 'self' ${productOrigins.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

export function personaPage({ productName, uid }: { productName: string; uid: string }): string {
  const path = `/interaction/${encodeURIComponent(uid)}`;
  const buttons = Object.entries(personas).map(([sub, persona]) => personaButton(sub, persona));
  return document(
    `Sign in to ${productName}`,
    `<h1>Who are you today?</h1>
<p>Sign in to ${escapeHtml(productName)} as one of these people. This page exists on this machine only, for trying things out.</p>
<form method="post" action="${path}/login">${buttons.join('')}</form>
<form method="post" action="${path}/cancel"><button class="leave">Cancel</button></form>`,
  );
}

export function errorPage({ title, text }: { title: string; text: string }): string {
  return document(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function personaButton(sub: string, persona: Persona): string {
  const note = persona.note === undefined ? '' : ` <small>${escapeHtml(persona.note)}</small>`;
  return `<button name="sub" value="${escapeHtml(sub)}">${escapeHtml(persona.label)}${note}</button>`;
}

function document(title: string, main: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${horizon}<main>${main}</main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
