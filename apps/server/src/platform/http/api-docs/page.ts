import * as z from 'zod/mini';
import { escapeHtml } from '../static-files.ts';
import { notationOf } from './notation.ts';

const body = z.object({
  schema: z.optional(z.unknown()),
  examples: z.optional(z.record(z.string(), z.unknown())),
});
const content = z.object({ 'application/json': body });
/** A body may hold bytes of any kind. */
const requestBody = z.object({ content: z.union([content, z.object({ '*/*': body })]) });
const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  requestBody: z.optional(requestBody),
  responses: z.record(
    z.string(),
    z.union([z.object({ $ref: z.string() }), z.object({ description: z.string(), content: z.optional(content) })]),
  ),
});
/** The part of an OpenAPI document that is shown. */
const apiDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  'x-live': z.object({
    path: z.string(),
    description: z.string(),
    clientFrame: z.unknown(),
    serverFrame: z.unknown(),
    events: z.record(z.string(), z.object({ summary: z.string(), data: z.unknown() })),
  }),
  components: z.object({
    responses: z.record(z.string(), z.object({ description: z.string(), content })),
    schemas: z.record(z.string(), z.unknown()),
  }),
});
type ApiDocument = z.infer<typeof apiDocument>;
type Operation = z.infer<typeof operation>;

/** Renders the whole document as a page, without scripts and without resources from elsewhere. */
export function renderApiDocs(value: unknown): string {
  const api = apiDocument.parse(value);
  const { title, version, description } = api.info;
  const name = escapeHtml(title);
  const groups = api.tags.filter((tag) => operationsOf(api, tag.name).length > 0);
  const titles = [...groups.map((tag) => tag.name), 'Live socket', 'Errors', 'Schemas'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${name} · The interface</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="/">${MARK}<span>${name}</span></a>
<nav aria-label="Sections"><ul>${titles.map((one) => `<li><a href="#${slug(one)}">${escapeHtml(one)}</a></li>`).join('')}</ul></nav>
</header>
<main id="content">
<h1>The interface</h1>
<p class="lead">${escapeHtml(description)}</p>
<p>Version ${escapeHtml(version)}. The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
${groups.map((tag) => group(api, tag)).join('\n')}
${liveSection(api['x-live'])}
${errorSection(api)}
${schemaSection(api)}
</main>
</body>
</html>
`;
}

function operationsOf({ paths }: ApiDocument, tag: string): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, shown]) => ({ path, method, operation: shown })),
  );
}

function group(api: ApiDocument, { name, description }: { name: string; description: string }): string {
  return section(name, description, operationsOf(api, name).map(renderOperation));
}

function renderOperation({
  path,
  method,
  operation: { summary, description, requestBody: sent, responses },
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const input = Object.values(sent?.content ?? {})[0]?.schema;
  const answers = Object.entries(responses).flatMap(([status, response]) =>
    'description' in response ? [{ status, ...response }] : [],
  );
  const refusals = Object.entries(responses)
    .filter(([, response]) => '$ref' in response)
    .map(([status]) => status);
  return entry(`<code><b>${method.toUpperCase()}</b> ${breakable(path)}</code><span>${escapeHtml(summary)}</span>`, [
    description === undefined ? '' : `<p>${escapeHtml(description)}</p>`,
    input === undefined ? '' : figure('Body', notationOf(input)),
    ...answers.map(({ status, description: text, content: answered }) =>
      answered
        ? figure(status, notationOf(answered['application/json'].schema))
        : `<p><b>${status}</b> ${escapeHtml(text)}</p>`,
    ),
    refusals.length === 0 ? '' : `<p>Or an <a href="#errors">error</a>: ${refusals.join(', ')}.</p>`,
  ]);
}

function liveSection({ path, description, clientFrame, serverFrame, events }: ApiDocument['x-live']): string {
  return section('Live socket', `${path}. ${description}`, [
    entry('<span>Frames you send</span>', [figure('Frame', notationOf(clientFrame))]),
    entry('<span>Frames you get</span>', [figure('Frame', notationOf(serverFrame))]),
    ...Object.entries(events).map(([name, { summary, data }]) =>
      entry(`<code>${escapeHtml(name)}</code><span>${escapeHtml(summary)}</span>`, [figure('data', notationOf(data))]),
    ),
  ]);
}

function errorSection({ components }: ApiDocument): string {
  const rows = Object.entries(components.responses).map(([status, { description, content: answered }]) => {
    const reasons = Object.keys(answered['application/json'].examples ?? {}).map(
      (reason) => `<code>${escapeHtml(reason)}</code>`,
    );
    return `<tr><th scope="row">${status}</th><td><code>${escapeHtml(description)}</code></td><td>${reasons.join(' ')}</td></tr>`;
  });
  const table = `<table><thead><tr><th scope="col">HTTP</th><th scope="col">status</th><th scope="col">details.reason</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return section('Errors', 'Every refusal has the same form, also those of the framework.', [
    `<div class="scroll" tabindex="0" role="region" aria-label="Errors by status">${table}</div>`,
  ]);
}

function schemaSection({ components }: ApiDocument): string {
  const described = z.looseObject({ description: z.optional(z.string()) });
  const entries = Object.entries(components.schemas).map(([name, schema]) => {
    const { description } = described.parse(schema);
    return `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${description ? `<p>${escapeHtml(description)}</p>` : ''}${figure('', notationOf(schema))}</article>`;
  });
  return section('Schemas', 'What has a name, everywhere the same.', entries);
}

function section(name: string, description: string, parts: readonly string[]): string {
  const id = slug(name);
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${parts.join('\n')}</section>`;
}

function entry(summary: string, parts: readonly string[]): string {
  return `<details><summary>${summary}</summary><div>${parts.join('')}</div></details>`;
}

function figure(caption: string, notation: string): string {
  const label = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${label}<pre tabindex="0"><code>${notation}</code></pre></figure>`;
}

/** Lets a long path wrap after its slashes. */
function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>');
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

const MARK = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path class="sun" d="M5 19a11 11 0 0 1 22 0Z"/><path d="M1.5 23.5h29" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><path d="M9 28.5h14" stroke="currentColor" stroke-width="3" stroke-linecap="round" opacity=".55"/></svg>`;
