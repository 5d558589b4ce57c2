import { Badge, makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { ShownRoute } from '../../../shared/complianceResult.ts';

const useStyles = makeStyles({
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  routes: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0, padding: 0, listStyleType: 'none' },
  name: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  log: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL, color: tokens.colorNeutralForeground2 },
  note: { margin: 0 },
});

const colors = { yes: 'success', no: 'danger', unknown: 'warning' } as const;
const order = { yes: 0, unknown: 1, no: 2 } as const;

/** Every route with its value, what is to be said about it, and the decisions in the order in which the service gives them. */
export function RouteList(props: { routes: readonly ShownRoute[]; lang: string }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const routes = withoutRepeats(props.routes).sort((a, b) => order[a.compliant] - order[b.compliant]);
  return (
    <>
      <h3 className={styles.heading}>{t('complianceScreen.routes')}</h3>
      <ul className={styles.routes}>
        {routes.map((route) => (
          <li key={`${route.route} ${JSON.stringify(route.qualifications)}`}>
            <div className={styles.name}>
              <Badge appearance="tint" color={colors[route.compliant]}>
                {t(`compliance.value.${route.compliant}`)}
              </Badge>
              <strong lang={props.lang || undefined}>{route.label}</strong>
            </div>
            {route.qualifications.map(({ id, text, details }) => (
              <p key={id} className={styles.note}>
                {text} {details.map(({ label, value }) => `${label}: ${value}`).join(' ')}
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

/** With several agreements the service repeats the same result. */
function withoutRepeats(routes: readonly ShownRoute[]): ShownRoute[] {
  const seen = new Set<string>();
  return routes.filter((route) => {
    const key = JSON.stringify(route);
    return seen.has(key) ? false : seen.add(key);
  });
}
