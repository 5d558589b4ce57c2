import { Accordion, AccordionHeader, AccordionItem, AccordionPanel } from '@fluentui/react-components';
import { LockClosedRegular } from '@fluentui/react-icons';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';

/** Shows which values the directory will drop, and how many. */
export function Ignored({ plan }: { plan: Plan }) {
  const styles = useCommonStyles();
  const { count, fields } = plan.ignored;
  if (count === 0) return null;
  return (
    <Accordion collapsible>
      <AccordionItem value="ignored">
        <AccordionHeader icon={<LockClosedRegular />} size="small">
          {t('send.ignored.title', { count, n: formatNumber(count) })}
        </AccordionHeader>
        <AccordionPanel>
          <p>{t('send.ignored.text')}</p>
          <ul className={styles.indentedList}>
            {fields.map((field) => (
              <li key={field.path}>
                {t('send.ignored.field', {
                  field: fieldText(field.path),
                  count: field.count,
                  n: formatNumber(field.count),
                })}
              </li>
            ))}
          </ul>
        </AccordionPanel>
      </AccordionItem>
    </Accordion>
  );
}
