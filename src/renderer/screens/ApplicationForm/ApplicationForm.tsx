import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenRecord } from '../../parts/form/OpenRecord.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { applicationSource } from './applicationSource.ts';
import { OpenApplication } from './OpenApplication.tsx';

/** The form of an application or Update Request. */
export function ApplicationForm({ applicationId }: { applicationId: number }) {
  return (
    <OpenRecord
      source={applicationSource}
      id={applicationId}
      frame={(content) => <Unopened>{content}</Unopened>}
    >
      {(opened) => <OpenApplication {...opened} />}
    </OpenRecord>
  );
}

/** The heading of the screen while no form is shown. */
function Unopened(props: { children: ReactNode }) {
  const { t } = useTranslation();
  const bar = useListBarStyles();
  return (
    <>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('frame.updateRequests')}</h1>
      </div>
      {props.children}
    </>
  );
}
