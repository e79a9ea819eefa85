/**
 * Runs in the page, in Firefox and WebKit: what Playwright fills in there is set by a script, which React takes for its own
 * doing and does not hear of (React's `inputValueTracking`). It hears of it once it has forgotten what it set.
 */
export function hearWhatIsFilled(): void {
  addEventListener(
    'input',
    ({ isTrusted, target }) => {
      if (isTrusted || target === null || !('_valueTracker' in target)) return;
      (target._valueTracker as { setValue: (value: string) => void }).setValue('\0');
    },
    true,
  );
}
