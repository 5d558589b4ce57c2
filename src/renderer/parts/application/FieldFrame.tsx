import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import type { FieldFact } from '../../../shared/application/applicationFields.ts';
import { isFixed } from '../../../shared/application/updateRequest.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { stack } from '../commonStyles.ts';
import { useForm } from '../form/formContext.ts';
import type { GroupLabels } from '../form/page/FormGroup.tsx';
import { RecordField, RecordGroup } from '../form/RecordField.tsx';
import { useFieldLines } from './FieldLines.tsx';
import { useView } from './updateView.ts';

const useStyles = makeStyles({
  group: { ...stack, rowGap: tokens.spacingVerticalXS, margin: 0, padding: 0, border: 'none', minWidth: 0 },
});

/** A control of the form with its label, help text, notes, and the effect of an Update Request on it. */
export function FieldFrame(props: {
  fact: FieldFact;
  hint?: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string }>;
}) {
  const { hint, ...frame } = useFrame(props.fact);
  return (
    <RecordField {...frame} hint={props.hint ?? hint}>
      {props.children}
    </RecordField>
  );
}

/** The same for several controls, named and described as one group. */
export function GroupFrame(props: { fact: FieldFact; children: ReactNode }) {
  const styles = useStyles();
  return (
    <ChoiceFrame fact={props.fact}>
      {(labels) => (
        <fieldset className={styles.group} {...labels}>
          {props.children}
        </fieldset>
      )}
    </ChoiceFrame>
  );
}

/** The same for a control that is a group itself, such as radio buttons. */
export function ChoiceFrame(props: { fact: FieldFact; children: (labels: GroupLabels) => ReactNode }) {
  const { isWarning, ...frame } = useFrame(props.fact);
  return <RecordGroup {...frame}>{props.children}</RecordGroup>;
}

/** Returns true if the field is fixed: in an Update Request the directory keeps its own value. */
export function useIsFixed(path: string): boolean {
  const { account } = useForm();
  const isUpdate = useView((view) => view.isUpdate);
  return isUpdate && isFixed(path, account.dialect);
}

function useFrame(fact: FieldFact) {
  const { lines, isWarning } = useFieldLines(fact.path);
  return {
    field: fact.path,
    label: fieldText(fact.path),
    hint: fact.hint ? t(`application.hint.${fact.hint}`) : undefined,
    below: lines,
    isWarning,
  };
}
