import { RE2JS, RE2JSException } from 're2js';
import type { EditTools } from '../../shared/article/edits/editArticle.ts';
import type { Match } from '../../shared/article/edits/replaceText.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';

/** Finds any regular expression in time linear in the length of the text. */
export const findRegex: EditTools['findRegex'] = (source, { isCaseSensitive, groups }) => {
  const pattern = compile(source, isCaseSensitive);
  const known = pattern.groupCount();
  if (groups > known) throw mistake(msg('edits.noGroup', { group: groups, count: known }), '');
  return function* (text): Generator<Match> {
    const matcher = pattern.matcher(text);
    while (matcher.find())
      yield { start: matcher.start(), end: matcher.end(), group: (number) => matcher.group(number) ?? '' };
  };
};

function compile(source: string, isCaseSensitive: boolean): RE2JS {
  try {
    return RE2JS.compile(source, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw mistake(msg('edits.badRegex'), error.message);
  }
}

function mistake(problem: Message, details: string): AppError {
  return new AppError('input', problem, { fix: msg('edits.badRegexFix'), details });
}
