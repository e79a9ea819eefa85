import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { SafetyTarget } from '@yonder/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FlagIcon, ProhibitIcon } from '../icons.ts';
import { Menu, MenuItem } from '../Menu.tsx';
import { showToast } from '../toast/toasts.ts';
import { BlockDialog } from './BlockDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';

interface SafetyMenuProps {
  name: string;
  /** What is pointed at: the server knows whose it is. */
  target: SafetyTarget;
}

/** Reporting and blocking somebody whose name one knows. Who is blocked is gone from every page, so from this one, too. */
export function SafetyMenu({ name: known, target }: SafetyMenuProps) {
  const { t } = useLingui();
  // Blocking takes the name away while it is still being spoken of.
  const [name] = useState(known);
  const [asking, setAsking] = useState<'nothing' | 'report' | 'block'>('nothing');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const close = () => setAsking('nothing');

  function done(what: 'reported' | 'blocked'): void {
    close();
    showToast({ message: what === 'blocked' ? t`You blocked ${name}.` : t`Your report was sent.`, type: 'success' });
    if (what === 'reported') return;
    void navigate('/chats', { replace: true });
    void queryClient.invalidateQueries();
  }

  return (
    <>
      <Menu label={t`Report or block`}>
        <MenuItem icon={FlagIcon} onChoose={() => setAsking('report')}>
          {t`Report ${name}`}
        </MenuItem>
        <MenuItem icon={ProhibitIcon} onChoose={() => setAsking('block')}>
          {t`Block ${name}`}
        </MenuItem>
      </Menu>
      <ReportDialog
        open={asking === 'report'}
        target={target}
        action={t`Report ${name}`}
        description={t`They are not told. A call in which you know each other ends at once.`}
        onSent={(what) => done(what === 'reported' ? 'reported' : 'blocked')}
        onClose={close}
      />
      <BlockDialog
        open={asking === 'block'}
        target={target}
        name={name}
        onBlocked={() => done('blocked')}
        onClose={close}
      />
    </>
  );
}
