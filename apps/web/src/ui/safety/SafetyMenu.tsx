import { useLingui } from '@lingui/react/macro';
import type { SafetyTarget } from '@yonder/contract';
import { useState } from 'react';
import { useShownName } from '../../lib/shown-name.ts';
import { FlagIcon, ProhibitIcon } from '../icons.ts';
import { Menu, MenuItem } from '../Menu.tsx';
import { LaterSafetyDialogs } from './LaterSafetyDialogs.tsx';
import { useReportTitle } from './report-words.ts';
import { useLastingName } from './use-lasting-name.ts';

interface SafetyMenuProps {
  /** The name from the server. */
  name: string;
  /** The reported or blocked object; the server knows its owner. */
  target: SafetyTarget;
  onBlocked?: () => void;
}

/** The menu for reporting and blocking a user by name. */
export function SafetyMenu({ name: known, target, onBlocked }: SafetyMenuProps) {
  const { t } = useLingui();
  const kept = useLastingName(known);
  const name = useShownName()(kept);
  const reportTitle = useReportTitle();
  const [asking, setAsking] = useState<'nothing' | 'report' | 'block'>('nothing');
  return (
    <>
      <Menu label={t`Report or block`}>
        <MenuItem icon={FlagIcon} onChoose={() => setAsking('report')}>
          {reportTitle(target.type, name)}
        </MenuItem>
        <MenuItem icon={ProhibitIcon} onChoose={() => setAsking('block')}>
          {t`Block ${name}`}
        </MenuItem>
      </Menu>
      {asking !== 'nothing' && (
        <LaterSafetyDialogs
          name={kept}
          target={target}
          asking={asking}
          onBlocked={onBlocked}
          onClose={() => setAsking('nothing')}
        />
      )}
    </>
  );
}
