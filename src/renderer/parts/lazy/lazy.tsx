import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type ComponentType, Fragment, type ReactElement, type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { addLaterTexts } from '../../../shared/i18n/laterTexts.ts';
import { msg } from '../../../shared/message.ts';
import { useLink } from '../../state/data/session.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';

/** A component whose code is in a separate file, fetched when it is first rendered. */
export interface LazyComponent<P> {
  (props: P): ReactElement;
  /** Fetches the code once; resolves when it has loaded or failed, and never rejects. */
  fetch: () => Promise<void>;
  isLoaded: () => boolean;
}

/** Like `lazyFirst`, for what the first screen does not show: with the texts that the window does not load at first. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Around?: ComponentType<{ children: ReactNode }>,
): LazyComponent<P> {
  return lazyFirst(async () => {
    const [component] = await Promise.all([load(), addLaterTexts()]);
    return component;
  }, Around);
}

/** Like React's `lazy`, but shows loaded code without a fallback and can retry a file that failed to load. */
export function lazyFirst<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Around: ComponentType<{ children: ReactNode }> = Fragment,
): LazyComponent<P> {
  const useLoaded = create<{ component: ComponentType<P> | null; isMissing: boolean }>(() => ({
    component: null,
    isMissing: false,
  }));
  let loading: Promise<void> | null = null;

  function fetch(): Promise<void> {
    loading ??= load().then(
      (component) => useLoaded.setState({ component, isMissing: false }),
      () => {
        loading = null;
        useLoaded.setState({ isMissing: true });
      },
    );
    return loading;
  }

  function Lazy(props: P): ReactElement {
    const { component: Component, isMissing } = useLoaded();
    const reconnects = useLink((state) => state.reconnects);
    // Tries again whenever Colophon answers again.
    useEffect(() => void fetch(), [reconnects]);
    if (Component) return <Component {...props} />;
    return <Around>{isMissing ? <Missing onRetry={fetch} /> : <Waiting />}</Around>;
  }
  return Object.assign(Lazy, { fetch, isLoaded: () => useLoaded.getState().component !== null });
}

const useStyles = makeStyles({
  missing: { padding: tokens.spacingHorizontalM },
  waiting: {
    display: 'grid',
    placeItems: 'center',
    flexGrow: 1,
    // Usually the code is loaded before this becomes visible.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: '1ms',
    animationDelay: '400ms',
    animationFillMode: 'backwards',
  },
});

function Waiting() {
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

/** After an update this version's files no longer exist, and only reloading the window helps. */
function Missing(props: { onRetry: () => Promise<void> }) {
  const styles = useStyles();
  return (
    <div className={styles.missing}>
      <ErrorPanel
        error={missing}
        onRetry={props.onRetry}
        actions={<Button onClick={() => window.location.reload()}>{t('frame.missing.reload')}</Button>}
      />
    </div>
  );
}
