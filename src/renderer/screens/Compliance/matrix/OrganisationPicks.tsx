import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { readRor } from '../../../../shared/compliance/readQuestion.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { plainList, row, secondary, stack } from '../../../parts/commonStyles.ts';
import type { Choice } from '../../../state/data/compliance.ts';
import { SuggestBox } from '../SuggestBox.tsx';
import { listedOrganisations, rorProblem } from './matrixQuestion.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalXS, alignContent: 'start', minWidth: 0 },
  list: { ...plainList, ...stack },
  item: { ...row, columnGap: tokens.spacingHorizontalS, minHeight: '28px' },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: secondary,
});

/** The organisations of a matrix; the one with an empty id stands for authors without any. */
export function OrganisationPicks(props: {
  chosen: readonly Choice[];
  onChange: (chosen: readonly Choice[]) => void;
}) {
  const styles = useStyles();
  const { chosen, onChange } = props;
  const [error, setError] = useState('');
  const named = chosen.filter(({ id }) => id !== '');
  const add = (choice: Choice | null) => {
    if (choice === null) return;
    const added = choice.id.split(separator).map((id) => (id === choice.id ? choice : choiceOf(id)));
    const known = new Set(chosen.map(({ id }) => id));
    onChange([...chosen, ...added.filter(({ id }) => !known.has(id))]);
  };
  return (
    <div className={styles.root}>
      <SuggestBox
        name="organisations"
        label={t('complianceScreen.organisations')}
        hint={t('complianceScreen.organisationsHint')}
        value={null}
        choices={[]}
        suggest="institution"
        read={readOrganisations}
        onChange={add}
        error={error}
        onError={setError}
      />
      {named.length > 0 && (
        <ul className={styles.list} aria-label={t('complianceScreen.chosenOrganisations')}>
          {named.map(({ id, title, detail }) => (
            <li key={id} className={styles.item}>
              <span className={styles.name}>
                {title}{' '}
                <span className={styles.quiet}>
                  {title === id ? detail : [detail, id].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Button
                size="small"
                appearance="subtle"
                icon={<DismissRegular />}
                aria-label={t('complianceScreen.leaveOutOrganisation', { name: title })}
                onClick={() => onChange(chosen.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        label={t('compliance.notAffiliated')}
        // Without an organisation, the questions are about authors who have none.
        checked={named.length === 0 || chosen.length > named.length}
        disabled={named.length === 0}
        onChange={(_, { checked }) => onChange(checked === true ? [...named, choiceOf('')] : named)}
      />
    </div>
  );
}

const separator = ',';

/** Pasted ROR ids are one choice, which `add` takes apart; any other text is a problem. */
function readOrganisations(text: string): Choice | string {
  const problem = rorProblem(text);
  if (problem !== '') return problem;
  const ids = listedOrganisations(text).map((one) => (one === '' ? '' : readRor(one)));
  return { id: ids.join(separator), title: ids.join(separator), detail: '' };
}

function choiceOf(id: string): Choice {
  return { id, title: id, detail: '' };
}
