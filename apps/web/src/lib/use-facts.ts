import { useLingui } from '@lingui/react/macro';

/** Joins facts in the language's format, without an "and"; empty ones are skipped. */
export function useFacts(): (facts: readonly string[]) => string {
  const { t } = useLingui();
  return (facts) => facts.filter((fact) => fact !== '').reduce((said, next) => t`${said}, ${next}`);
}
