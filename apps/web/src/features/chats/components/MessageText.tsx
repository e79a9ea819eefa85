import { partsOf } from '../links.ts';

/** Text with links, which send no referrer. */
export function MessageText({ content }: { content: string }) {
  return partsOf(content).map((part, place) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <a key={place} href={part.href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
        {part.text}
      </a>
    ),
  );
}
