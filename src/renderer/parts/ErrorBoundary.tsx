import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Component, type ReactNode } from 'react';
import { AppError } from '../../shared/errors.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { msg } from '../../shared/message.ts';
import { openDiagnostics } from '../state/data/diagnostics.ts';
import { useRoute } from '../state/navigation/route.ts';
import { ErrorPanel } from './ErrorPanel.tsx';

interface Props {
  /** What its children are: a screen, something opened over it, or a part of the frame. */
  of: 'screen' | 'dialog' | 'part';
  /** Where a part of the frame is in its grid. */
  area?: string;
  /** What surrounds the message, such as a dialog. */
  around?: (failed: ReactNode) => ReactNode;
  children: ReactNode;
}

/**
 * Keeps an error in its children from taking the whole window away: shows in their place what cannot be shown, with
 * ways to reload the window and to open the diagnostics. Going anywhere else tries again.
 */
export class ErrorBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  private stop: (() => void) | null = null;

  override componentDidMount(): void {
    this.stop = useRoute.subscribe(() => {
      if (this.state.hasFailed) this.setState({ error: null, hasFailed: false });
    });
  }

  override componentWillUnmount(): void {
    this.stop?.();
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { of, area, around = (failed) => failed } = this.props;
    return around(<Failed of={of} error={this.state.error} area={area} />);
  }
}

const useStyles = makeStyles({ place: { padding: tokens.spacingHorizontalM }, inDialog: { padding: 0 } });

function Failed({ of, error, area }: { of: Props['of']; error: unknown; area: string | undefined }) {
  const styles = useStyles();
  const shown = new AppError('bug', msg(`frame.failed.${of}`), {
    why: msg('frame.failed.why'),
    fix: msg('frame.failed.fix'),
    details: error instanceof Error ? error.message : '',
  });
  return (
    <div
      className={of === 'dialog' ? styles.inDialog : styles.place}
      style={{ gridArea: area }}
      data-region="failed"
    >
      <ErrorPanel
        error={shown}
        actions={
          <>
            <Button onClick={() => window.location.reload()}>{t('frame.missing.reload')}</Button>
            <Button onClick={() => void openDiagnostics()}>{t('frame.failed.diagnostics')}</Button>
          </>
        }
      />
    </div>
  );
}
