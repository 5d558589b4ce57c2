import { Input, makeStyles } from '@fluentui/react-components';
import { FilterRegular, SearchRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({ root: { flex: '1 1 12rem', maxWidth: '26rem', minWidth: 0 } });

/** Words to find by, in the bar of a list: what is here narrows while typing and Escape shows all again (`isFilter`), or a service is asked. */
export function SearchBox(props: {
  label: string;
  text: string;
  isFilter?: boolean;
  onText: (text: string) => void;
}) {
  const styles = useStyles();
  const { label, text, isFilter, onText } = props;
  return (
    <Input
      size="small"
      type="search"
      className={styles.root}
      value={text}
      maxLength={200}
      placeholder={label}
      aria-label={label}
      contentBefore={isFilter ? <FilterRegular /> : <SearchRegular />}
      onChange={(_, { value }) => onText(value)}
      onKeyDown={(event) => {
        if (isFilter && event.key === 'Escape' && text !== '') onText('');
      }}
    />
  );
}
