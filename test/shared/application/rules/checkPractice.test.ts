import { describe, expect, it } from 'vitest';
import { findingsWith } from './sample.ts';

describe('the review', () => {
  const review = 'editorial.review_process';

  it.each([
    [['Peer review'], []],
    [['Peer review', null], [`empty-entry ${review}[1]`]],
    [[], [`choice-missing ${review}`]],
    [null, [`choice-missing ${review}`]],
    [[''], [`empty-entry ${review}[0]`, `choice-missing ${review}`]],
    [['other'], [`reserved-word ${review}[0]`, `other-missing ${review}`]],
    [[' '], [`other-missing ${review}[0]`]],
    ['Peer review', [`not-a-list ${review}`]],
    [['peer review'], [`written-otherwise ${review}[0]`]],
    [['By a jury'], []],
    [['By a jury', 'By readers'], [`others-joined ${review}`]],
    [[' ', ' '], [`other-missing ${review}[0]`]],
    // Words that are reserved in other lists.
    [['none'], []],
  ])('%j: %j', (value, findings) => {
    expect(findingsWith({ [review]: value }).filter((one) => one.includes(review))).toEqual(findings);
  });
});

describe('preservation', () => {
  const [list, flag, libraries] = ['service', 'has_preservation', 'national_library'].map(
    (name) => `preservation.${name}`,
  ) as [string, string, string];

  it.each([
    [{ has_preservation: true, service: ['CINES'], url: 'https://sea.example' }, []],
    [{ has_preservation: true, service: [], national_library: ['Sea'], url: 'https://sea.example' }, []],
    [{ has_preservation: false, service: [] }, []],
    [{ has_preservation: true, service: [] }, [`choice-missing ${list}`]],
    [{ service: [] }, [`choice-missing ${list}`]],
    [{ has_preservation: true, service: ['none'] }, [`reserved-word ${list}[0]`, `answer-overruled ${flag}`]],
    [
      { has_preservation: true, service: ['CINES', 'none'], url: 'https://sea.example' },
      [`reserved-word ${list}[1]`, `answer-overruled ${flag}`],
    ],
    [
      { has_preservation: false, service: ['CINES'], url: 'https://sea.example' },
      [`answer-overruled ${flag}`],
    ],
    [
      { has_preservation: true, service: ['national_library'], url: 'https://sea.example' },
      [`reserved-word ${list}[0]`, `library-missing ${libraries}`],
    ],
    [
      { has_preservation: true, service: [], national_library: [' '], url: 'https://sea.example' },
      [`library-missing ${libraries}[0]`],
    ],
    [
      {
        has_preservation: true,
        service: ['national_library'],
        national_library: [' '],
        url: 'https://sea.example',
      },
      [`reserved-word ${list}[0]`, `library-missing ${libraries}[0]`],
    ],
    [
      {
        has_preservation: true,
        service: ['CINES'],
        national_library: ['', null, 'Sea'],
        url: 'https://sea.example',
      },
      [`empty-entry ${libraries}[0]`, `empty-entry ${libraries}[1]`],
    ],
    [
      { has_preservation: true, service: ['CINES'], national_library: [''], url: 'https://sea.example' },
      [`empty-entry ${libraries}[0]`, `library-missing ${libraries}`],
    ],
    [{ has_preservation: true, service: ['CINES'], national_library: 'Sea' }, [`not-a-list ${libraries}`]],
    [{ has_preservation: true, service: 'CINES' }, [`not-a-list ${list}`]],
    [{ has_preservation: 'perhaps', service: [] }, [`boolean-unreadable ${flag}`]],
  ])('%j: %j', (preservation, findings) => {
    const found = findingsWith({ preservation }).filter((one) => !one.startsWith('member-missing'));
    expect(found.sort()).toEqual([...findings].sort());
  });
});

describe('the identifiers', () => {
  const [list, flag] = ['pid_scheme.scheme', 'pid_scheme.has_pid_scheme'];

  it.each([
    [{ has_pid_scheme: true, scheme: ['DOI'] }, []],
    [{ has_pid_scheme: false, scheme: [] }, []],
    [{ has_pid_scheme: false, scheme: [null] }, [`empty-entry ${list}[0]`]],
    [
      { has_pid_scheme: false, scheme: [null, 'DOI'] },
      [`empty-entry ${list}[0]`, `ignored-by-answer ${list}`],
    ],
    [{ has_pid_scheme: false, scheme: ['none'] }, [`ignored-by-answer ${list}`]],
    [{ has_pid_scheme: false, scheme: 'DOI' }, [`not-a-list ${list}`]],
    [{ has_pid_scheme: 'perhaps', scheme: ['none'] }, [`boolean-unreadable ${flag}`]],
    [{ has_pid_scheme: true, scheme: ['none'] }, [`reserved-word ${list}[0]`, `answer-overruled ${flag}`]],
    [{ has_pid_scheme: true, scheme: [] }, [`choice-missing ${list}`]],
    [{ has_pid_scheme: null, scheme: ['DOI'] }, []],
  ])('%j: %j', (pid_scheme, findings) => {
    expect(
      findingsWith({ pid_scheme })
        .filter((one) => one.includes('pid_scheme'))
        .sort(),
    ).toEqual([...findings].sort());
  });
});

describe('the deposit policy', () => {
  const [list, flag] = ['deposit_policy.service', 'deposit_policy.has_policy'];
  const url = 'https://sea.example';

  it.each([
    [{ has_policy: true, service: ['Diadorim'], url }, []],
    [{ has_policy: false, service: [] }, []],
    [{ has_policy: true, service: ['none'] }, [`reserved-word ${list}[0]`, `answer-overruled ${flag}`]],
    [{ has_policy: false, service: ['none'] }, [`reserved-word ${list}[0]`]],
    [{ has_policy: true, service: [] }, [`choice-missing ${list}`]],
    [{ has_policy: true, service: 'Diadorim' }, [`not-a-list ${list}`]],
  ])('%j: %j', (deposit_policy, findings) => {
    const found = findingsWith({ deposit_policy }).filter((one) => !one.startsWith('member-missing'));
    expect(found.sort()).toEqual([...findings].sort());
  });
});
