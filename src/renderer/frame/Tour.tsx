import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnOfFocus } from '../parts/useReturnOfFocus.ts';
import { leaveTour, moveTour, tourStepNames, tourSteps } from '../state/tour.ts';

const useStyles = makeStyles({
  ring: {
    position: 'fixed',
    zIndex: 900,
    pointerEvents: 'none',
    boxSizing: 'border-box',
    border: `3px solid ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  card: {
    position: 'fixed',
    zIndex: 901,
    boxSizing: 'border-box',
    width: 'min(20rem, calc(100vw - 16px))',
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow28,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    outlineStyle: 'none',
  },
  text: { marginBlock: tokens.spacingVerticalS },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  place: { flexGrow: 1, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** Points at one part of the window after the other and says what it is for; everything else can be used meanwhile. */
export function Tour({ step }: { step: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const name = tourStepNames[step] ?? 'rail';
  const rect = useRectOf(tourSteps[name]);
  const title = useRef<HTMLHeadingElement>(null);
  useReturnOfFocus();
  // Each step is read from its title on.
  useEffect(() => {
    if (step >= 0) title.current?.focus();
  }, [step]);
  const isLast = step === tourStepNames.length - 1;
  return (
    <>
      {rect && (
        <div
          className={styles.ring}
          style={{ left: rect.left, top: rect.top, width: rect.width, height: rect.height }}
        />
      )}
      <section
        className={styles.card}
        style={placeOf(rect)}
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
      </section>
    </>
  );
}

/** Where a part of the window is, also after it moved; null where it is not on screen. */
function useRectOf(selector: string): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const next = document.querySelector(selector)?.getBoundingClientRect() ?? null;
      setRect((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return rect;
}

/** Beside a tall part, else below it; on a narrow screen, and where there is no part, at the bottom. */
function placeOf(rect: DOMRect | null): CSSProperties {
  const { innerWidth, innerHeight } = window;
  if (!rect || innerWidth < 640) return { right: 8, bottom: 40 };
  const room = { left: innerWidth - 336, top: innerHeight - 280 };
  const isTall = rect.height > innerHeight / 2;
  const left = isTall && rect.width < innerWidth / 2 ? rect.right + 12 : rect.left + (isTall ? 24 : 0);
  const top = isTall ? rect.top + 48 : rect.bottom + 12;
  return { left: Math.max(8, Math.min(left, room.left)), top: Math.max(8, Math.min(top, room.top)) };
}
