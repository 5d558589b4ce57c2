import { Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { MailLine } from '../../../shared/watch/watch.ts';
import { Callout } from '../../parts/Callout.tsx';
import { thinLine, useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  text: { width: '100%', '& textarea': { minHeight: '10rem', maxHeight: 'none' } },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase200,
    '& th, & td': {
      textAlign: 'left',
      verticalAlign: 'top',
      padding: tokens.spacingVerticalXS,
      borderBottom: thinLine,
      overflowWrap: 'anywhere',
    },
    // Below each other where there is no room beside each other.
    '@media (max-width: 639px)': {
      '& thead': { display: 'none' },
      '& tr, & td': { display: 'block' },
      '& td': { borderBottomStyle: 'none', paddingBlock: '2px' },
      '& tr': { borderBottom: thinLine },
    },
  },
});

/** Looks for the articles of the directory's weekly mail, and says of each whether it is deleted. */
export function MailDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const styles = useStyles();
  const [text, setText] = useState('');
  const { run, isBusy, result, error } = useOwnAction(() => call('watch.mail', { accountId, text }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (result) heading.current?.focus();
  }, [result]);
  return (
    <AppDialog
      help="watching"
      title={t('watchScreen.mail.title')}
      maxWidth="820px"
      isForm
      error={error}
      close={result ? t('common.close') : t('common.cancel')}
      action={{
        label: t(isBusy ? 'watchScreen.mail.looking' : 'watchScreen.mail.match'),
        isDisabled: isBusy || text.trim() === '',
        run: () => run(),
      }}
      onClose={onClose}
    >
      <p>{t('watchScreen.mail.about')}</p>
      <Field label={t('watchScreen.mail.text')}>
        <Textarea
          className={styles.text}
          resize="vertical"
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
      </Field>
      {result && !result.isMail && <Callout intent="warning">{t('watchScreen.mail.notMail')}</Callout>}
      {result?.isMail && <Found lines={result.lines} more={result.more} heading={heading} />}
    </AppDialog>
  );
}

function Found(props: {
  lines: readonly MailLine[];
  /** Lines after them that were not looked for. */
  more: number;
  heading: { current: HTMLHeadingElement | null };
}) {
  const styles = useStyles();
  const common = useCommonStyles();
  const known = props.lines.filter(({ matches }) => matches.length > 0);
  const unknown = props.lines.filter(({ matches }) => matches.length === 0);
  const { more } = props;
  return (
    <>
      <h3 ref={props.heading} tabIndex={-1} className={common.heading3}>
        {t('watchScreen.mail.found', { count: known.length, n: formatNumber(known.length) })}
      </h3>
      {more > 0 && <p>{t('watchScreen.mail.more', { count: more, n: formatNumber(more) })}</p>}
      {known.length > 0 && (
        <table className={styles.table} aria-label={t('watchScreen.mail.table')}>
          <thead>
            <tr>
              {['line', 'article', 'state'].map((name) => (
                <th key={name} scope="col">
                  {t(`watchScreen.mail.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {known.flatMap(({ line, matches }, at) =>
              matches.map(({ remoteId, title, state, isLikely }, place) => (
                <tr key={`${at} ${remoteId}`}>
                  <td>{place === 0 ? line : ''}</td>
                  <td>
                    {title || t('common.untitled')}
                    {isLikely && <span className={common.secondary}> {t('watchScreen.mail.likely')}</span>}
                  </td>
                  <td>{t(`watchScreen.mail.states.${state}`)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
      {unknown.length > 0 && (
        <section aria-label={t('watchScreen.mail.unknownList')}>
          <h3 className={common.heading3}>
            {t('watchScreen.mail.unknown', { count: unknown.length, n: formatNumber(unknown.length) })}
          </h3>
          <ul className={common.indentedList}>
            {unknown.map(({ line }, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
