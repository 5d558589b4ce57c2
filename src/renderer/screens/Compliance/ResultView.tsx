import { Badge, Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkFilled, CopyRegular, DismissCircleFilled } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { readCalculation, unknownOrganisation } from '../../../shared/compliance/compliance.ts';
import type { ComplianceCheck } from '../../../shared/compliance/complianceCheck.ts';
import { type LanguagePack, plain, readLanguagePack } from '../../../shared/compliance/languagePack.ts';
import { answerForAuthor } from '../../../shared/i18n/answerForAuthor.ts';
import {
  type ComplianceResult,
  cautionsOf,
  concludeFrom,
  type ShownCard,
} from '../../../shared/i18n/complianceResult.ts';
import { describe, i18n, t } from '../../../shared/i18n/i18n.ts';
import { sourceWords } from '../../../shared/i18n/matrixText.ts';
import { Callout } from '../../parts/Callout.tsx';
import { Disclosure } from '../../parts/Disclosure.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import { attempt } from '../../state/attempt.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatDateTime, formatNumber, languageName } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { AgreementList, formatServiceDay } from './AgreementList.tsx';
import { CardView } from './CardView.tsx';
import { Reasons } from './Reasons.tsx';
import { RouteList } from './RouteList.tsx';
import { SafeHtml } from './SafeHtml.tsx';
import { verdictWords } from './verdictWords.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    margin: 0,
    marginTop: tokens.spacingVerticalXS,
    paddingInlineStart: tokens.spacingHorizontalXL,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  historyList: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
  link: { display: 'inline-block', minHeight: '24px' },
});

/** One answer: verdict, cards with their reasons, routes with every decision, agreements, and its source. `changes` are those since another answer than the one before. */
export function ResultView(props: { check: ComplianceCheck; changes?: ComplianceCheck['changes'] }) {
  const { check, changes = check.changes } = props;
  const styles = useStyles();
  const language = useLanguage();
  const [modal, setModal] = useState<string | null>(null);
  const openModal = useCallback((id: string) => setModal(id), []);
  const read = useMemo(() => readCheck(check), [language, check]);
  if (!read) return <Text>{t('compliance.problem.unreadable.message')}</Text>;
  const { result, pack, calculation } = read;
  const served = pack.language;
  const { lang, ror } = check.question;
  const noOrganisation = unknownOrganisation(calculation, ror);
  return (
    <section className={styles.root} aria-labelledby="compliance-result">
      <div className={styles.head}>
        {check.mismatch === null ? (
          <>
            {result.compliant !== null && <VerdictBadge compliant={result.compliant} />}
            <h2
              id="compliance-result"
              className={styles.title}
              lang={(result.compliant !== null && served) || undefined}
            >
              {result.headline}
            </h2>
            <Button size="small" icon={<CopyRegular />} onClick={() => void copyForAuthor(check)}>
              {t('complianceScreen.copyForAuthor')}
            </Button>
          </>
        ) : (
          <h2 id="compliance-result" className={styles.title}>
            {t('complianceScreen.noVerdict')}
          </h2>
        )}
      </div>
      <Text>
        {[
          journalName(check),
          (!check.mismatch && check.funderName) || check.question.funder,
          (!check.mismatch && check.institutionName) || ror || t('compliance.notAffiliated'),
        ].join(' · ')}
      </Text>
      {check.mismatch && <Callout intent="warning">{describe(check.mismatch)}</Callout>}
      {noOrganisation && <Callout intent="warning">{describe(noOrganisation)}</Callout>}
      {served !== '' && served !== lang && (
        <Callout intent="warning">
          {t('complianceScreen.otherLanguage', { language: languageName(served), asked: languageName(lang) })}
        </Callout>
      )}
      {pack.isEmpty && <Callout intent="warning">{t('complianceScreen.noPack')}</Callout>}
      {!check.mismatch && <Answer changes={changes} result={result} pack={pack} onModal={openModal} />}
      <p className={styles.quiet}>
        {t('complianceScreen.answered', {
          at: formatDateTime(calculation.started ?? check.at),
          by: sourceWords(check.source),
        })}{' '}
        {calculation.took !== null && t('complianceScreen.took', { ms: formatNumber(calculation.took) })}{' '}
        {t('compliance.disclaimer')}
      </p>
      <History check={check} />
      {modal !== null && <ModalDialog id={modal} pack={pack} onClose={() => setModal(null)} />}
    </section>
  );
}

/** What the checker says of the journal: what changed, the cards, agreements and routes. */
function Answer(props: {
  changes: ComplianceCheck['changes'];
  result: ComplianceResult;
  pack: LanguagePack;
  onModal: (id: string) => void;
}) {
  const styles = useStyles();
  const { changes, result, pack } = props;
  const shown = result.cards.filter((card) => card.shown);
  const hidden = result.cards.filter((card) => !card.shown);
  const cautions = cautionsOf(result);
  return (
    <>
      {changes.length > 0 && (
        <Callout intent="warning">
          {t('complianceScreen.changed')} {changes.map(describe).join(' ')}
        </Callout>
      )}
      {cautions.length > 0 && <Callout intent="warning">{cautions.join(' ')}</Callout>}
      {shown.length === 0 && <Text>{t('complianceScreen.noCards')}</Text>}
      <ul className={styles.cards}>
        {shown.map((card) => (
          <li key={card.id}>
            <CardView card={card} pack={pack} onModal={props.onModal} />
          </li>
        ))}
      </ul>
      {!result.local.agrees && <Callout intent="warning">{differenceText(result.local)}</Callout>}
      {result.agreements.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('complianceScreen.agreements')}</h3>
          <AgreementList agreements={result.agreements} />
        </>
      )}
      <RouteList routes={result.routes} lang={pack.language} />
      {hidden.length > 0 && <Hidden cards={hidden} />}
    </>
  );
}

/** Titles are not unique, so the ISSN stands beside the title. */
function journalName({ journalTitle, mismatch, question: { issn } }: ComplianceCheck): string {
  return journalTitle === '' || mismatch ? issn : `${journalTitle} (${issn})`;
}

function readCheck(check: ComplianceCheck) {
  const calculation = readCalculation(check.answer);
  if (!calculation) return null;
  const pack = readLanguagePack(check.pack);
  const english = check.english === null ? null : readLanguagePack(check.english);
  const result = concludeFrom(calculation, { pack, english, config: check.config, now: new Date() });
  return { calculation, pack, result };
}

async function copyForAuthor(check: ComplianceCheck): Promise<void> {
  await attempt(async () => {
    const context = { now: new Date(), formatMoment: formatDateTime, formatDay: formatServiceDay };
    await navigator.clipboard.writeText(answerForAuthor(check, context));
    announce(t('complianceScreen.copiedForAuthor'));
  });
}

/** The funder's other cards, and why they are not shown. */
function Hidden(props: { cards: readonly ShownCard[] }) {
  const styles = useStyles();
  return (
    <Disclosure heading={t('complianceScreen.others', { count: props.cards.length })}>
      <ul className={styles.list}>
        {props.cards.map(({ id, title, titleLang, why }) => (
          <li key={id}>
            <strong lang={titleLang || undefined}>{plain(title)}</strong>
            <Reasons reasons={why} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Shows how our reading of the card rules differs from the service's list. */
function differenceText({ onlyHere, onlyThere }: ComplianceResult['local']): string {
  if (onlyHere.length === 0 && onlyThere.length === 0) return i18n.t('complianceScreen.differsOtherwise');
  return i18n.t('complianceScreen.differs', { here: named(onlyHere), there: named(onlyThere) });
}

function named(ids: readonly string[]): string {
  return ids.length === 0 ? i18n.t('compliance.none') : ids.join(', ');
}

/** Earlier answers to the same question, and what changed with each; renders nothing if there are none. */
function History({ check }: { check: ComplianceCheck }) {
  const styles = useStyles();
  const { data: history = [] } = useCall('compliance.history', check.question);
  const others = history.filter(({ id }) => id !== check.id);
  if (others.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{t('complianceScreen.earlier')}</h3>
      <ul className={styles.historyList}>
        {others.map(({ id, at, compliant, mismatch, changes }) => (
          <li key={id}>
            <Link className={styles.link} href={hrefOf({ screen: 'compliance', view: 'check', id })}>
              {formatDateTime(at)}
            </Link>{' '}
            {[describe(mismatch) || verdictWords(compliant), ...changes.map(describe)].join(' · ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The service's verdict, in words as well as colour. */
function VerdictBadge({ compliant }: { compliant: boolean }) {
  return (
    <Badge
      appearance="tint"
      size="large"
      color={compliant ? 'success' : 'danger'}
      icon={compliant ? <CheckmarkFilled /> : <DismissCircleFilled />}
    >
      {verdictWords(compliant)}
    </Badge>
  );
}

/** One of the pack's own texts, or a note that the pack does not have it. */
function ModalDialog(props: { id: string; pack: LanguagePack; onClose: () => void }) {
  // A text may link to another one.
  const [id, setId] = useState(props.id);
  const open = useCallback((next: string) => setId(next), []);
  const { pack } = props;
  const body = pack.html('modals', id, 'body');
  return (
    <AppDialog
      help="compliance"
      title={pack.text('modals', id, 'title') || t('compliance.more')}
      titleLang={pack.language || undefined}
      close={t('common.close')}
      onClose={props.onClose}
    >
      {body === '' ? (
        t('complianceScreen.noModal')
      ) : (
        <SafeHtml html={body} lang={pack.language} onModal={open} />
      )}
    </AppDialog>
  );
}
