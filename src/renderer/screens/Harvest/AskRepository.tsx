import { Button, Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { type ComponentProps, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { HarvestOffer, HarvestSource } from '../../../shared/harvest/harvest.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { row, stack, thinLine, useCommonStyles, wrappingRow } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { Working } from '../../parts/Working.tsx';
import { call } from '../../state/data/client.ts';
import { invalidate } from '../../state/data/invalidation.ts';
import { useCall } from '../../state/data/queries.ts';
import { formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({
  row: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalS,
    borderTop: thinLine,
  },
  actions: { ...row, gap: tokens.spacingHorizontalS },
  words: { ...stack, flexGrow: 1, flexBasis: '240px', overflowWrap: 'anywhere' },
});

export type Frame = Pick<ComponentProps<typeof AppDialog>, 'help' | 'title' | 'maxWidth' | 'onClose'>;

/** Asks for the address of a repository, or offers those that were harvested before. */
export function AskRepository(props: {
  frame: Frame;
  accountId: string;
  error: AppError | null;
  onOffer: (offer: HarvestOffer) => void;
  onAgain: (source: HarvestSource) => void;
}) {
  const common = useCommonStyles();
  const { accountId } = props;
  const [address, setAddress] = useState('');
  const { data: sources = [] } = useCall('harvest.sources', { accountId });
  const look = useOwnAction(async () =>
    props.onOffer(await call('harvest.offer', { accountId, address: address.trim() })),
  );
  const forget = useOwnAction(async (id: number) => {
    await call('harvest.forget', { id });
    invalidate('harvest.sources');
  });
  return (
    <AppDialog
      {...props.frame}
      isForm
      error={look.error ?? forget.error ?? props.error}
      action={{
        label: t('harvest.look'),
        isDisabled: look.isBusy || address.trim() === '',
        run: () => look.run(),
      }}
    >
      <p>{t('harvest.about')}</p>
      <Field label={t('harvest.address')} hint={t('harvest.addressHint')}>
        <Input
          type="url"
          value={address}
          readOnly={look.isBusy}
          onChange={(_, { value }) => setAddress(value)}
        />
      </Field>
      {look.isBusy && <Working label={t('harvest.looking')} progress={null} />}
      {sources.length > 0 && (
        <section className={common.stackOfRows}>
          <Text weight="semibold">{t('harvest.before')}</Text>
          <ul className={common.listOfRows} aria-label={t('harvest.before')}>
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                isBusy={forget.isBusy}
                onAgain={() => props.onAgain(source)}
                onForget={() => forget.run(source.id)}
              />
            ))}
          </ul>
        </section>
      )}
    </AppDialog>
  );
}

function SourceRow(props: {
  source: HarvestSource;
  isBusy: boolean;
  onAgain: () => void;
  onForget: () => void;
}) {
  const styles = useStyles();
  const common = useCommonStyles();
  const { name, address, prefix, set, harvestedAt, canResume } = props.source;
  const state = canResume
    ? t('harvest.wasStopped')
    : harvestedAt
      ? t('harvest.complete', { when: formatRecent(harvestedAt) })
      : t('harvest.incomplete');
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Text>{name}</Text>
        <Text className={common.secondary}>{[address, prefix, set].filter(Boolean).join(' · ')}</Text>
        <Text className={common.secondary}>{state}</Text>
      </div>
      <div className={styles.actions}>
        <Button size="small" aria-label={t('harvest.againOf', { name })} onClick={props.onAgain}>
          {t(canResume ? 'harvest.resume' : 'harvest.again')}
        </Button>
        <Button
          size="small"
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={t('harvest.forget', { name })}
          title={t('harvest.forget', { name })}
          disabledFocusable={props.isBusy}
          onClick={props.onForget}
        />
      </div>
    </li>
  );
}
