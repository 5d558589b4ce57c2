import { Badge, Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownCard } from '../../../shared/complianceResult.ts';
import type { LanguagePack } from '../../../shared/languagePack.ts';
import { SafeHtml } from './SafeHtml.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    height: '100%',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `4px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  compliant: { borderLeftColor: tokens.colorStatusSuccessBorder2 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  title: {
    margin: 0,
    flexGrow: 1,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    minWidth: 0,
  },
  link: { alignSelf: 'flex-start', paddingInline: 0, minWidth: 0 },
  why: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
  reasons: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** A card in the funder's words, and why it is shown: each of its rules and whether it holds. */
export function CardView(props: { card: ShownCard; pack: LanguagePack; onModal: (id: string) => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { card, pack, onModal } = props;
  return (
    <article className={mergeClasses(styles.card, card.compliant && styles.compliant)} data-card={card.id}>
      <div className={styles.head}>
        {card.icon !== '' && <SafeHtml html={card.icon} isIcon />}
        <h3 className={styles.title}>
          <SafeHtml html={card.title} lang={card.titleLang} />
        </h3>
        {card.preferred && (
          <Badge appearance="outline" color="brand">
            {pack.text('site', 'preferred') || t('complianceScreen.preferred')}
          </Badge>
        )}
      </div>
      <SafeHtml html={card.body} lang={card.bodyLang} onModal={onModal} />
      {card.modal && (
        <Button
          appearance="transparent"
          size="small"
          className={styles.link}
          onClick={() => onModal(card.modal!.id)}
        >
          {card.modal.link}
        </Button>
      )}
      <div className={styles.reasons}>
        <Button
          appearance="transparent"
          size="small"
          className={styles.link}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {pack.text('site', 'why_am_i_seeing_this') || t('complianceScreen.why')}
        </Button>
        {isOpen && (
          <ul className={styles.why}>
            {card.why.map(({ text, holds }) => (
              <li key={text}>{t(holds ? 'complianceScreen.is' : 'complianceScreen.isNot', { text })}</li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
