import { useLingui } from '@lingui/react/macro';

export type LegalName = 'terms' | 'rules' | 'privacy' | 'childSafety' | 'about' | 'contact' | 'help';

export function useTitles(): Record<LegalName, string> {
  const { t } = useLingui();
  return {
    terms: t`Terms of Service`,
    rules: t`Community rules`,
    privacy: t`Privacy Policy`,
    childSafety: t`Child safety`,
    about: t`About Us`,
    contact: t`Contact Us`,
    help: t`Help Center`,
  };
}
