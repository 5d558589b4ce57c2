import { Input, makeStyles } from '@fluentui/react-components';
import { FilterRegular, SearchRegular } from '@fluentui/react-icons';

const useStyles = makeStyles({ root: { flex: '1 1 12rem', maxWidth: '26rem', minWidth: 0 } });

/** The search box of a list: filters while typing, with Escape to clear (`isFilter`), or searches a service. */
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
