import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, REPORT_REASONS, type ModerationAction, type ModerationCase } from '@yonder/contract';
import { useState, type SubmitEvent } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { GROUND_WORDS } from '../../../lib/ground-words.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Select, Textarea } from '../../../ui/Field.tsx';
import text from '../../../ui/text.module.css';
import { toggled } from '../../../lib/toggled.ts';
import { useChangeCase } from '../api/change-case.ts';
import { decisionOf, removable, reportedWords, startDraft, type Draft, type Mistake } from '../decision.ts';
import { sentencesOf } from '../templates.ts';
import { useReportTitle } from '../use-case-title.ts';
import { ACTION_WORDS } from '../words.ts';
import styles from './dialogs.module.css';
import { PauseField } from './PauseField.tsx';

interface DecisionDialogProps {
  about: ModerationCase;
  action: ModerationAction;
  onClose: () => void;
  onDone: (decided: ModerationCase) => void;
}

/** Asks for the reason in words for the user, the duration, and a note for moderators. */
export function DecisionDialog({ about, action, onClose, onDone }: DecisionDialogProps) {
  const { i18n } = useLingui();
  const explanation = useExplanation(action, useShownName()(about.person.name));
  return (
    <Dialog open outside="stays" onClose={onClose} title={i18n._(ACTION_WORDS[action])} description={explanation}>
      <DecisionForm about={about} action={action} onDone={onDone} />
    </Dialog>
  );
}

function useExplanation(action: ModerationAction, name: string): string {
  const { t } = useLingui();
  const words = {
    dismiss: t`The case is closed, and what was hidden is shown again. Nobody is told; the word of who reported weighs a little less.`,
    'remove-content': t`What you tick is taken away for good. ${name} reads why.`,
    warn: t`${name} reads why the next time they are here, and can go on.`,
    suspend: t`${name} is out at once and for as long as you say. They can read why, and appeal.`,
    ban: t`${name} is out at once. It is for good when another moderator approves.`,
  };
  return words[action];
}

type DecisionFormProps = Pick<DecisionDialogProps, 'about' | 'action' | 'onDone'>;

function DecisionForm({ about, action, onDone }: DecisionFormProps) {
  const { t, i18n } = useLingui();
  const [draft, setDraft] = useState(() => startDraft(action, about));
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const deciding = useChangeCase(onDone);
  const template = useTemplate(draft);
  const change = (changes: Partial<Draft>) => {
    setMistake(null);
    setDraft({ ...draft, ...changes });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (deciding.isPending) return;
    const decided = decisionOf(draft, { caseId: about.caseId, template });
    if (decided.kind === 'mistake') setMistake(decided.mistake);
    else deciding.mutate({ do: 'decide', decision: decided.decision });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {action !== 'dismiss' && (
        <>
          <Removed about={about} draft={draft} mistake={mistake} onChange={change} />
          {action === 'suspend' && (
            <PauseField hours={draft.hours} isWrong={mistake === 'hours'} onChange={(hours) => change({ hours })} />
          )}
          <GroundField ground={draft.ground} onChange={(ground) => change({ ground })} />
          <Textarea
            label={t`Why, for the person to read`}
            value={draft.text ?? template}
            maxLength={FIXED.statementLength}
            counted="yes"
            error={mistake === 'text' ? t`Please say why, in words for the person.` : undefined}
            onChange={({ target }) => change({ text: target.value })}
          />
        </>
      )}
      <Textarea
        label={t`Note for moderators (optional)`}
        value={draft.note}
        maxLength={FIXED.statementLength}
        rows={2}
        onChange={({ target }) => change({ note: target.value })}
      />
      {deciding.error && (
        <p className={styles.error} role="alert">
          {errorText(deciding.error)}
        </p>
      )}
      <Button type="submit" width="full" busy={deciding.isPending} {...LOOKS[action]}>
        {i18n._(ACTION_WORDS[action])}
      </Button>
    </form>
  );
}

const LOOKS = {
  dismiss: { look: 'go' },
  warn: { look: 'go' },
  suspend: { look: 'stop', tone: 'negative' },
  'remove-content': { look: 'stop', tone: 'negative' },
  ban: { look: 'stop', tone: 'negative' },
} as const;

/** In the moderator's language, which is the best guess at the user's. */
function useTemplate(draft: Draft): string {
  const { i18n } = useLingui();
  return sentencesOf(draft)
    .map((sentence) => i18n._(sentence))
    .join(' ');
}

function GroundField({ ground, onChange }: { ground: Draft['ground']; onChange: (ground: Draft['ground']) => void }) {
  const { t, i18n } = useLingui();
  return (
    <Select
      label={t`Ground`}
      value={ground}
      onChange={({ target }) => {
        const chosen = REPORT_REASONS.find((one) => one === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {REPORT_REASONS.map((one) => (
        <option key={one} value={one}>
          {i18n._(GROUND_WORDS[one])}
        </option>
      ))}
    </Select>
  );
}

interface RemovedProps {
  about: ModerationCase;
  draft: Draft;
  mistake: Mistake | null;
  onChange: (changes: Partial<Draft>) => void;
}

/** Which reported content is removed. */
function Removed({ about, draft: { remove }, mistake, onChange }: RemovedProps) {
  const { t } = useLingui();
  const reports = removable(about.allReports);
  if (reports.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={text.label}>
        <Trans>Take away</Trans>
      </legend>
      {reports.map((report) => (
        <ReportTick
          key={report.reportId}
          report={report}
          isChosen={remove.has(report.reportId)}
          onTurn={() => onChange({ remove: toggled(remove, report.reportId) })}
        />
      ))}
      {mistake === 'remove' && (
        <p className={styles.error} role="alert">
          {t`Please tick what is to go.`}
        </p>
      )}
    </fieldset>
  );
}

interface ReportTickProps {
  report: ModerationCase['allReports'][number];
  isChosen: boolean;
  onTurn: () => void;
}

function ReportTick({ report, isChosen, onTurn }: ReportTickProps) {
  const what = reportedWords(report.evidence);
  const title = useReportTitle(report);
  return (
    <Checkbox checked={isChosen} onChange={onTurn}>
      {title}
      {what !== '' && (
        <span className={styles.excerpt} dir="auto">
          {what}
        </span>
      )}
    </Checkbox>
  );
}
