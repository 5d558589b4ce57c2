import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { HelpTopic } from '../../state/navigation/helpTopics.ts';
import { useOwnAction } from '../useAction.ts';
import { AppDialog } from './AppDialog.tsx';

const maxNameLength = 100;

/** Asks for a name and saves it; closes when it is saved. */
export function NameDialog(props: {
  title: string;
  help: HelpTopic;
  label: string;
  name: string;
  /** Shown if the field is empty. */
  missing: string;
  submit: string;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const { save, onClose } = props;
  const [name, setName] = useState(props.name);
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, error } = useOwnAction(async () => {
    await save(name.trim());
    onClose();
  });
  return (
    <AppDialog
      isForm
      title={props.title}
      help={props.help}
      error={error}
      action={{ label: props.submit, isBusy, run: () => (name.trim() === '' ? setMissing(true) : run()) }}
      onClose={onClose}
    >
      <Field
        label={props.label}
        validationState={isMissing ? 'error' : 'none'}
        validationMessage={isMissing ? props.missing : undefined}
      >
        <Input value={name} maxLength={maxNameLength} onChange={(_, data) => setName(data.value)} />
      </Field>
    </AppDialog>
  );
}
