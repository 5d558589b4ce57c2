import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  type MessageBarProps,
  MessageBarTitle,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { t } from '../../shared/i18n/i18n.ts';

// The first line is beside the icon, which Fluent places at this distance from the upper edge.
const useStyles = makeStyles({ body: { paddingBlockEnd: tokens.spacingVerticalMNudge } });

/** A message with its actions; `onDismiss` adds a button that removes it. */
export function Callout(
  props: Pick<MessageBarProps, 'intent' | 'layout' | 'role' | 'politeness' | 'className'> & {
    title?: string;
    bodyClassName?: string;
    action?: { label: string; isBusy?: boolean; run: () => void };
    /** Further actions. */
    actions?: ReactNode;
    onDismiss?: () => void;
    children?: ReactNode;
  },
) {
  const styles = useStyles();
  const { title, bodyClassName, action, actions, onDismiss, children, layout = 'multiline', ...bar } = props;
  const dismiss = onDismiss && (
    <Button
      appearance="transparent"
      icon={<DismissRegular />}
      aria-label={t('common.dismiss')}
      onClick={onDismiss}
    />
  );
  return (
    <MessageBar {...bar} layout={layout}>
      <MessageBarBody className={mergeClasses(layout === 'multiline' && styles.body, bodyClassName)}>
        {title && <MessageBarTitle>{title}</MessageBarTitle>} {children}
      </MessageBarBody>
      {(action || actions || dismiss) && (
        <MessageBarActions containerAction={dismiss}>
          {actions}
          {action && (
            <Button size="small" disabledFocusable={action.isBusy ?? false} onClick={action.run}>
              {action.label}
            </Button>
          )}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
