import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type ComponentType, Fragment, type ReactElement, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { useLink } from '../state/session.ts';
import { ErrorPanel } from './ErrorPanel.tsx';

/** A component whose code is fetched when it is first wanted. */
export interface Later<P> {
  (props: P): ReactElement;
  /** Fetches the code, once; done when it is there or could not be had, never rejected. */
  fetch: () => Promise<void>;
  isHere: () => boolean;
}

/** Stands for a component in a file of its own; says so in words, within `Around`, where that file cannot be had. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Around: ComponentType<{ children: ReactNode }> = Fragment,
): Later<P> {
  const usePiece = create<{ piece: ComponentType<P> | null; isMissing: boolean }>(() => ({
    piece: null,
    isMissing: false,
  }));
  let loading: Promise<void> | null = null;

  function fetch(): Promise<void> {
    loading ??= load().then(
      (piece) => usePiece.setState({ piece, isMissing: false }),
      () => {
        loading = null;
        usePiece.setState({ isMissing: true });
      },
    );
    return loading;
  }

  function Piece(props: P): ReactElement {
    const { piece: Component, isMissing } = usePiece();
    const reconnects = useLink((state) => state.reconnects);
    // Again whenever Colophon is back: then it can be had.
    useEffect(() => void fetch(), [reconnects]);
    if (Component) return <Component {...props} />;
    return <Around>{isMissing ? <Missing onRetry={fetch} /> : <Waiting />}</Around>;
  }
  return Object.assign(Piece, { fetch, isHere: () => usePiece.getState().piece !== null });
}

const useStyles = makeStyles({
  missing: { padding: tokens.spacingHorizontalM },
  waiting: {
    display: 'grid',
    placeItems: 'center',
    flexGrow: 1,
    // Most often it is there before anybody would have seen this.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '400ms',
    animationFillMode: 'backwards',
  },
});

function Waiting() {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <div className={styles.waiting}>
      <Spinner label={t('common.loading')} />
    </div>
  );
}

const missing = new AppError('offline', msg('frame.missing.message'), {
  why: msg('frame.missing.why'),
  fix: msg('frame.missing.fix'),
});

/** After an update the files of this version are gone, and only a fresh window helps. */
function Missing(props: { onRetry: () => Promise<void> }) {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <div className={styles.missing}>
      <ErrorPanel
        error={missing}
        actions={
          <>
            <Button onClick={() => void props.onRetry()}>{t('common.tryAgain')}</Button>
            <Button onClick={() => window.location.reload()}>{t('frame.missing.reload')}</Button>
          </>
        }
      />
    </div>
  );
}
