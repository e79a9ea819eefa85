import { useLingui } from '@lingui/react/macro';

/** Facts in one line, parted as the language does and without an "and"; an empty one is none. */
export function useFacts(): (facts: readonly string[]) => string {
  const { t } = useLingui();
  return (facts) => facts.filter((fact) => fact !== '').reduce((said, next) => t`${said}, ${next}`);
}
