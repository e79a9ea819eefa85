import { partsOf } from '../links.ts';

/** Words, and the addresses among them. Who is led out of here is not told where from. */
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
