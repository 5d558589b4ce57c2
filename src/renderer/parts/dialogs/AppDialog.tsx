import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { HelpTopic } from '../../state/navigation/helpTopics.ts';
import { useRoute } from '../../state/navigation/route.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { useReturnOfFocus } from './useReturnOfFocus.ts';

const useStyles = makeStyles({
  surface: {
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // Content without enough room scrolls instead of shrinking.
    gridAutoRows: 'max-content',
    rowGap: tokens.spacingVerticalM,
    '& > p': { margin: 0 },
    // A long choice is no wider than the dialog.
    '& .fui-Field': { gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 },
  },
  actions: { flexWrap: 'wrap', justifyContent: 'end', justifySelf: 'stretch' },
});

/** The button that performs the dialog's action. If it is not primary, closing is the safer choice and emphasised. */
export interface DialogAction {
  label: string;
  icon?: ReactElement;
  run: (event: FormEvent) => unknown;
  isDisabled?: boolean;
  /** True while it works: it cannot be pressed again, and the dialog cannot be closed, since that would not stop it. */
  isBusy?: boolean;
  isPrimary?: boolean;
  describedBy?: string;
}

/**
 * A modal dialog, open as long as it is rendered. Its first control takes the focus, and the element that had it gets
 * it back. If the control with the focus goes, the first one has it. Escape and a change of the address close it, and so does a
 * click outside unless it is an alert.
 */
export function AppDialog(props: {
  title: string;
  /** The help topic while the focus is in it. */
  help: HelpTopic;
  titleLang?: string;
  maxWidth?: string;
  isAlert?: boolean;
  /** The action runs when the dialog's form is submitted. */
  isForm?: boolean;
  isLoading?: boolean;
  /** Its controls change the address, which therefore does not close it. */
  changesAddress?: boolean;
  error?: AppError | null;
  onRetry?: () => void;
  /** Shown beside the buttons. */
  status?: ReactNode;
  /** Label of the button that closes the dialog, by default "Cancel"; null puts a close button beside the title. */
  close?: string | null;
  /** Buttons between `close` and `action`. */
  otherActions?: ReactNode;
  action?: DialogAction;
  onClose: () => void;
  children?: ReactNode;
}) {
  const styles = useStyles();
  useReturnOfFocus();
  const surface = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) surface.current?.querySelector<HTMLElement>('button, a[href], input, textarea')?.focus();
  });
  const { close = t('common.cancel'), action, onClose } = props;
  const isBusy = action?.isBusy ?? false;
  const isActionOff = isBusy || (action?.isDisabled ?? false);
  const staysOpen = isBusy || props.changesAddress;
  useEffect(() => (staysOpen ? undefined : useRoute.subscribe(onClose)), [staysOpen, onClose]);
  const isActionPrimary = action?.isPrimary ?? action !== undefined;
  const act = (event: FormEvent) => {
    event.preventDefault();
    if (!isActionOff) void action?.run(event);
  };
  const body = (
    <DialogBody>
      <DialogTitle
        lang={props.titleLang}
        action={
          close === null ? (
            <DialogTrigger action="close">
              <Button appearance="subtle" icon={<DismissRegular />} aria-label={t('common.close')} />
            </DialogTrigger>
          ) : undefined
        }
      >
        {props.title}
      </DialogTitle>
      <DialogContent className={styles.content} aria-busy={props.isLoading}>
        {props.error && <ErrorPanel error={props.error} onRetry={props.onRetry} />}
        <ErrorBoundary of="dialog">{props.children}</ErrorBoundary>
      </DialogContent>
      <DialogActions className={styles.actions} fluid>
        {props.status}
        {close !== null && (
          <Button
            appearance={isActionPrimary ? 'secondary' : 'primary'}
            disabledFocusable={isBusy}
            onClick={onClose}
          >
            {close}
          </Button>
        )}
        {props.otherActions}
        {action && (
          <Button
            appearance={isActionPrimary ? 'primary' : 'secondary'}
            icon={action.icon}
            type={props.isForm ? 'submit' : 'button'}
            aria-describedby={action.describedBy}
            disabledFocusable={isActionOff}
            onClick={props.isForm ? undefined : act}
          >
            {action.label}
          </Button>
        )}
      </DialogActions>
    </DialogBody>
  );
  return (
    <Dialog
      open
      modalType={props.isAlert ? 'alert' : 'modal'}
      onOpenChange={(_, { open }) => !open && !isBusy && onClose()}
    >
      <DialogSurface
        ref={surface}
        className={styles.surface}
        data-help={props.help}
        style={{ maxWidth: props.maxWidth }}
        onFocus={({ target }) => {
          focused.current = target;
        }}
      >
        {props.isForm ? (
          <form onSubmit={act} noValidate>
            {body}
          </form>
        ) : (
          body
        )}
      </DialogSurface>
    </Dialog>
  );
}
