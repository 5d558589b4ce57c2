import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  type MessageBarProps,
  MessageBarTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';

/** A message within a screen, with an optional title and action. */
export function Callout(props: {
  intent: MessageBarProps['intent'];
  role?: string;
  title?: string;
  children: ReactNode;
  action?: { label: string; isBusy?: boolean; run: () => void };
}) {
  const { action } = props;
  return (
    <MessageBar intent={props.intent} layout="multiline" role={props.role}>
      <MessageBarBody>
        {props.title && <MessageBarTitle>{props.title}</MessageBarTitle>} {props.children}
      </MessageBarBody>
      {action && (
        <MessageBarActions>
          <Button size="small" disabledFocusable={action.isBusy ?? false} onClick={() => action.run()}>
            {action.label}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
