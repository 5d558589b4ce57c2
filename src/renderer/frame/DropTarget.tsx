import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { addFiles } from '../state/imports.ts';
import { go, useRoute } from '../state/route.ts';

const useStyles = makeStyles({
  cover: {
    position: 'absolute',
    inset: tokens.spacingHorizontalS,
    zIndex: 10,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase400,
    pointerEvents: 'none',
  },
});

/** Imports files dropped anywhere on the window, which the browser would otherwise open. */
export function DropTarget() {
  const styles = useStyles();
  const [isOver, setOver] = useState(false);
  useEffect(() => followFiles(setOver), []);
  if (!isOver) return null;
  return <div className={styles.cover}>{t('import.drop')}</div>;
}

function followFiles(setOver: (isOver: boolean) => void): () => void {
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onLeave = (event: DragEvent) => {
    // Moving between two elements of the window has a related target; leaving the window has none.
    if (event.relatedTarget === null) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const { screen } = useRoute.getState().route;
    if (screen !== 'drafts' && screen !== 'imports') go('#/drafts');
    void addFiles([...(event.dataTransfer?.files ?? [])]);
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('dragleave', onLeave);
  window.addEventListener('drop', onDrop);
  return () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('dragleave', onLeave);
    window.removeEventListener('drop', onDrop);
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}
