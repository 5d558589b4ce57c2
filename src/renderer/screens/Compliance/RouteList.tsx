import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { qualificationText, type ShownRoute } from '../../../shared/i18n/complianceResult.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { shownRoutes } from './shownRoutes.ts';

const useStyles = makeStyles({
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  routes: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0, padding: 0, listStyleType: 'none' },
  name: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  count: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  log: {
    margin: 0,
    marginTop: tokens.spacingVerticalXXS,
    paddingInlineStart: tokens.spacingHorizontalXXL,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  note: { margin: 0, marginTop: tokens.spacingVerticalXXS, overflowWrap: 'anywhere' },
});

const colors = { yes: 'success', no: 'danger', unknown: 'warning' } as const;

/** Every route with its value, its notes, and its decisions in the order of the service. */
export function RouteList(props: { routes: readonly ShownRoute[]; lang: string }) {
  const styles = useStyles();
  const lang = props.lang || undefined;
  return (
    <>
      <h3 className={styles.heading}>{t('complianceScreen.routes')}</h3>
      <ul className={styles.routes}>
        {shownRoutes(props.routes).map((route) => (
          <li key={`${route.route} ${route.compliant}`} data-route={route.route}>
            <div className={styles.name}>
              <h4 className={styles.title} lang={lang}>
                {route.label}
              </h4>
              <Badge appearance="tint" color={colors[route.compliant]}>
                {t(`compliance.value.${route.compliant}`)}
              </Badge>
              {route.log.length > 0 && (
                <span className={styles.count}>
                  {t('complianceScreen.decisions', { count: route.log.length })}
                </span>
              )}
            </div>
            {route.explanation !== '' && (
              <p className={styles.note} lang={lang}>
                {route.explanation}
              </p>
            )}
            {[...new Set(route.qualifications.map(qualificationText))].map((text) => (
              <p key={text} className={styles.note}>
                {text}
              </p>
            ))}
            {route.log.length === 0 ? (
              <p className={styles.note}>
                {t(route.route === 'tj' ? 'compliance.transformative.ended' : 'complianceScreen.noLog')}
              </p>
            ) : (
              <ol className={styles.log}>
                {route.log.map(({ text }, place) => (
                  <li key={`${place} ${text}`}>{text}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
