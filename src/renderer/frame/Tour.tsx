import {
  Button,
  makeStaticStyles,
  makeStyles,
  type PositioningVirtualElement,
  TeachingPopover,
  TeachingPopoverSurface,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { heading4, smallSecondary, wrappingRow } from '../parts/commonStyles.ts';
import { useReturnOfFocus } from '../parts/dialogs/useReturnOfFocus.ts';
import { useMedia } from '../parts/theme.ts';
import { leaveTour, moveTour, tourStepNames, tourSteps } from '../state/navigation/tour.ts';

const useStaticStyles = makeStaticStyles({
  '[data-tour-step]': {
    outline: `3px solid ${tokens.colorCompoundBrandStroke}`,
    outlineOffset: '-3px',
    borderRadius: tokens.borderRadiusMedium,
  },
});

const useStyles = makeStyles({
  card: { boxSizing: 'border-box', width: 'min(20rem, calc(100vw - 16px))' },
  title: { ...heading4, outlineStyle: 'none' },
  text: { marginBlock: tokens.spacingVerticalS },
  buttons: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  place: { ...smallSecondary, flexGrow: 1 },
});

/** Points at the parts of the window one after another and explains them; the window stays usable meanwhile. */
export function Tour({ step }: { step: number }) {
  const styles = useStyles();
  useStaticStyles();
  const name = tourStepNames[step] ?? 'rail';
  const target = useOutlined(tourSteps[name]);
  const title = useRef<HTMLHeadingElement>(null);
  useReturnOfFocus();
  // A screen reader reads each step from its title.
  useEffect(() => {
    if (step >= 0) title.current?.focus();
  }, [step]);
  const isLast = step === tourStepNames.length - 1;
  const hasRoom = useMedia('(min-width: 640px)');
  const isBeside = target !== null && hasRoom;
  return (
    <TeachingPopover
      open
      withArrow={isBeside}
      trapFocus={false}
      positioning={
        isBeside
          ? { target, position: 'after', align: 'top', fallbackPositions: ['below', 'above', 'before'] }
          : { target: corner, position: 'above', align: 'end' }
      }
    >
      <TeachingPopoverSurface
        className={styles.card}
        role="region"
        aria-labelledby="tour-title"
        data-region="tour"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          leaveTour();
        }}
      >
        <h2 id="tour-title" ref={title} tabIndex={-1} className={styles.title}>
          {t(`tour.${name}.title`)}
        </h2>
        <p className={styles.text}>{t(`tour.${name}.text`)}</p>
        <div className={styles.buttons}>
          <span className={styles.place}>
            {t('tour.place', { step: step + 1, total: tourStepNames.length })}
          </span>
          {!isLast && (
            <Button size="small" appearance="subtle" onClick={leaveTour}>
              {t('tour.leave')}
            </Button>
          )}
          {step > 0 && (
            <Button size="small" onClick={() => moveTour(-1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button size="small" appearance="primary" onClick={() => moveTour(1)}>
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </div>
      </TeachingPopoverSurface>
    </TeachingPopover>
  );
}

/** The bottom right of the window, for parts that are not on screen and for narrow windows. */
const corner: PositioningVirtualElement = {
  getBoundingClientRect: () => new DOMRect(window.innerWidth - 8, window.innerHeight - 32, 0, 0),
};

/** The element that matches the selector, outlined meanwhile; null while there is none. */
function useOutlined(selector: string): HTMLElement | null {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const look = () => setElement(document.querySelector<HTMLElement>(selector));
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true });
    return () => observer.disconnect();
  }, [selector]);
  useEffect(() => {
    element?.setAttribute('data-tour-step', '');
    return () => element?.removeAttribute('data-tour-step');
  }, [element]);
  return element;
}
