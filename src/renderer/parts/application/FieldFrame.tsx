import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFixed } from '../../../shared/application/updateRequest.ts';
import { fieldLabel } from '../../../shared/i18n/fieldLabel.ts';
import { FormField } from '../form/FormField.tsx';
import { FormGroup, type GroupLabels } from '../form/FormGroup.tsx';
import { useFieldLines } from './FieldLines.tsx';
import type { FieldFact } from './fieldFacts.ts';
import { useForm, useNotes, useView } from './formView.ts';

/** One control of the form with its label, guidance, findings and what an Update Request makes of it. */
export function FieldFrame(props: {
  fact: FieldFact;
  hint?: ReactNode;
  children: ReactElement<{ 'aria-describedby'?: string }>;
}) {
  const { label, hint, notes, lines, isWarning } = useFrame(props.fact);
  const { applyFix } = useForm();
  return (
    <FormField
      field={props.fact.path}
      label={label}
      hint={props.hint ?? hint}
      notes={notes}
      below={lines}
      isWarning={isWarning}
      onFix={applyFix}
    >
      {props.children}
    </FormField>
  );
}

/** The same for several controls. */
export function GroupFrame(props: { fact: FieldFact; children: (labels: GroupLabels) => ReactNode }) {
  const { label, hint, notes, lines } = useFrame(props.fact);
  const { applyFix } = useForm();
  return (
    <FormGroup field={props.fact.path} label={label} hint={hint} notes={notes} below={lines} onFix={applyFix}>
      {props.children}
    </FormGroup>
  );
}

/** Whether the field is fixed here: in an Update Request the directory keeps its own value. */
export function useIsFixed(path: string): boolean {
  const { account } = useForm();
  const isUpdate = useView((view) => view.isUpdate);
  return isUpdate && isFixed(path, account.dialect);
}

function useFrame(fact: FieldFact) {
  const { t } = useTranslation();
  const { lines, isWarning } = useFieldLines(fact.path);
  const notes = useNotes(fact.path);
  return {
    label: fieldLabel(fact.path),
    hint: fact.hint ? t(`application.hint.${fact.hint}`) : undefined,
    notes,
    lines,
    isWarning,
  };
}
