import { Badge, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { LanguagePack } from '../../../shared/compliance/languagePack.ts';
import type { ShownCard } from '../../../shared/i18n/complianceResult.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { column, heading4, outlined, smallText, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { Reasons } from './Reasons.tsx';
import { SafeHtml } from './SafeHtml.tsx';

const useStyles = makeStyles({
  card: {
    ...column,
    ...outlined,
    gap: tokens.spacingVerticalXS,
    height: '100%',
    boxSizing: 'border-box',
    padding: tokens.spacingHorizontalM,
    borderLeft: `4px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  compliant: { borderLeftColor: tokens.colorStatusSuccessBorder2 },
  head: { ...wrappingRow, columnGap: tokens.spacingHorizontalS },
  title: { ...heading4, flexGrow: 1, flexBasis: '120px', minWidth: 0 },
  link: { alignSelf: 'flex-start', minHeight: '24px' },
  why: { marginTop: 'auto', paddingTop: tokens.spacingVerticalXS, borderTop: thinLine },
  whyTitle: { ...smallText, fontWeight: tokens.fontWeightSemibold, lineHeight: '24px', cursor: 'pointer' },
});

/** A card in the funder's words, and why it is shown: each of its rules and whether it holds. */
export function CardView(props: { card: ShownCard; pack: LanguagePack; onModal: (id: string) => void }) {
  const styles = useStyles();
  const { card, pack, onModal } = props;
  const { modal } = card;
  return (
    <article className={mergeClasses(styles.card, card.compliant && styles.compliant)} data-card={card.id}>
      <div className={styles.head}>
        {card.icon !== '' && <SafeHtml html={card.icon} isIcon />}
        <h3 className={styles.title}>
          <SafeHtml html={card.title} lang={card.titleLang} onModal={onModal} />
        </h3>
        <Badge appearance="tint" color={card.compliant ? 'success' : 'subtle'}>
          {t(card.compliant ? 'complianceScreen.way' : 'complianceScreen.advice')}
        </Badge>
        {card.preferred && (
          <SafeHtml
            html={pack.html('site', 'preferred') || t('complianceScreen.preferred')}
            lang={pack.language}
            onModal={onModal}
          />
        )}
      </div>
      <SafeHtml html={card.body} lang={card.bodyLang} onModal={onModal} />
      {modal && (
        <Link
          as="button"
          className={styles.link}
          lang={pack.language || undefined}
          onClick={() => onModal(modal.id)}
        >
          {modal.link}
        </Link>
      )}
      <details className={styles.why} data-why="">
        <summary className={styles.whyTitle}>{t('complianceScreen.why')}</summary>
        <Reasons reasons={card.why} />
      </details>
    </article>
  );
}
