import { describe, expect, test } from 'vitest';
import { RecordRecovery } from '../../src/main/formats/recordRecovery.ts';
import { FileWindow } from '../../src/main/formats/text/fileWindow.ts';

/** A file that has arrived completely and was read up to the first `!`, where reading failed; the mark is removed. */
function brokenFile(marked: string): FileWindow {
  const file = new FileWindow();
  file.feed(Buffer.from(marked.replace('!', '')), 0);
  file.isLast = true;
  file.at = marked.indexOf('!');
  file.line = marked.slice(0, file.at).split('\n').length;
  return file;
}

function rest(file: FileWindow): string {
  return file.slice(file.at, file.end).toString();
}

describe('the search for the next record after a broken one', () => {
  test('uses the indentation of records that start on their own lines', () => {
    const recovery = new RecordRecovery(false);
    recovery.noteIndent(2);
    const file = brokenFile('  {"id": x!,\n    {"id": 1}\n  },\n  {"id": 2}');
    recovery.begin(file, { at: 2, line: 1 });
    expect(recovery.find(file)).toBe('found');
    expect(rest(file)).toBe('{"id": 2}');
    expect(file.line).toBe(4);
  });

  test('in a one-line file resumes inside the broken record and uses the first member', () => {
    const recovery = new RecordRecovery(false);
    recovery.noteFirstKey('"id"');
    const file = brokenFile('[{"id":"1},{"other":1},{"id":"!2"}]');
    recovery.begin(file, { at: 1, line: 1 });
    expect(recovery.find(file)).toBe('guessed');
    expect(rest(file)).toBe('{"id":"2"}]');
  });

  test('finds the next position after a wrong guess', () => {
    const recovery = new RecordRecovery(false);
    const file = brokenFile('[1 !{"a":1},{"b":2}]');
    recovery.begin(file, null);
    expect(recovery.find(file)).toBe('guessed');
    expect(rest(file)).toBe('{"b":2}]');
    file.at += 7;
    recovery.rejectGuess();
    expect(recovery.find(file)).toBe('none');
  });

  test('goes to the end of the line where each line is a record', () => {
    const recovery = new RecordRecovery(true);
    const file = brokenFile('{"a" !{"b":1}\n{"c":1}');
    recovery.begin(file, { at: 0, line: 1 });
    expect(recovery.find(file)).toBe('found');
    expect(rest(file)).toBe('\n{"c":1}');
  });

  test('needs more of the file while it cannot decide, and finds nothing at its end', () => {
    const recovery = new RecordRecovery(false);
    recovery.noteFirstKey('"id"');
    const file = brokenFile('[!,{"i');
    file.isLast = false;
    recovery.begin(file, null);
    expect(recovery.find(file)).toBe('more');
    file.isLast = true;
    expect(recovery.find(file)).toBe('none');
  });

  test('forgets the layout of a search response when its records begin', () => {
    const recovery = new RecordRecovery(false);
    recovery.noteIndent(0);
    recovery.noteFirstKey('"total"');
    recovery.forgetLayout();
    const file = brokenFile('!,{"id":1}');
    recovery.begin(file, null);
    expect(recovery.find(file)).toBe('guessed');
  });
});
