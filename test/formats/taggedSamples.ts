/** Two records of each format of tags, with all that it can hold in the first. */

export const nbib = `PMID- 39000001
OWN - NLM
STAT- MEDLINE
DCOM- 20240601
IS  - 2049-3630 (Electronic)
IS  - 0037-9999 (Print)
IS  - 0037-9999 (Linking)
VI  - 14
IP  - 2
DP  - 2024 May-Jun
TI  - Soil moisture in the delta: a study of the upper layers of
      clay.
PG  - 1153-83
LID - 10.5555/soil.1 [doi]
LID - e12 [pii]
AB  - BACKGROUND: Soil dries. METHODS: We measured it for many
      years. RESULTS: It dried.
CI  - (c) 2024 The Authors.
FAU - Okoro, Ada B
AU  - Okoro AB
AUID- ORCID: 0000-0002-1825-0097
AD  - Department of Soil, University of Lagos, Nigeria. Electronic address:
      ada@lagos.example.
AD  - Institute of Clay, Abuja.
FAU - Smith, John Jr
AU  - Smith J Jr
AUID- ORCID: http://orcid.org/0000-0001-5109-3700
CN  - Delta Study Group
LA  - eng
PT  - Journal Article
PT  - Review
DEP - 20240417
PL  - England
TA  - J Soil
JT  - Journal of soil
MH  - Soil/*chemistry
OT  - *clay
OT  - soil moisture
EDAT- 2024/04/18 00:00
AID - S0037-9999(24)00001-1 [pii]
AID - 10.5555/soil.1 [doi]
SO  - J Soil. 2024 May-Jun;14(2):1153-83. doi: 10.5555/soil.1. Epub 2024 Apr 17.

PMID- 39000002
TI  - Sand.
AU  - Okoro AB
DP  - 2023
SO  - J Soil. 2023. doi: 10.5555/soil.2.
`;

export const refer = `%0 Journal Article
%A Okoro, Ada B.
%A Smith, John, Jr.
%A World Health Organization,
%T Soil moisture
%J Journal of Soil
%V 14
%N 2
%P 153-83
%@ 0037-9999
%D 2024
%8 May 17
%K clay
soil moisture
%X First paragraph.
Second paragraph.
%R 10.5555/soil.1
%U https://example.org/soil/1
%> internal-pdf://1/soil.pdf
%+ University of Lagos
%I Example Press
%G English

%0 Journal Article
%T Sand
`;

export const refworks = `RT Journal Article
SR Electronic(1)
ID 12
A1 Okoro,Ada B.
A1 Smith,John,Jr
T1 Soil moisture
JF Journal of Soil
JO J. Soil
YR 2024
FD May 17, 2024
VO 14
IS 2
SP 153
OP 83
K1 clay
K1 soil moisture
AB First paragraph.
A paragraph that begins with a capital letter.
SN 0037-9999
LA English
DO 10.5555/soil.1
UL https://example.org/soil/1
AD University of Lagos

RT Book, Whole
T1 Sand
`;

export const webOfScience = `FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Okoro, AB
   Smith, J
AF Okoro, Ada B.
   Smith, John
CA Delta Study Grp
TI Soil moisture in the delta:
   a study
SO JOURNAL OF SOIL
LA English
DT Review; Early Access
DE clay; soil
   moisture; sand
ID WATER; DYNAMICS
AB Soil dries. We measured
   it.
C1 [Okoro, Ada B.; Smith, John] Univ Lagos, Dept Soil, Lagos, Nigeria.
   [Smith, John] Inst Clay, Abuja,
   Nigeria.
RP Okoro, AB (corresponding author), Univ Lagos, Lagos, Nigeria.
EM ada@lagos.example
OI Okoro, Ada/0000-0002-1825-0097; Smith,
   John/0000-0001-5109-3700; Doe, Jane/0000-0002-1694-233X
SN 0037-9999
EI 2049-3630
J9 J SOIL
PD MAY 17
PY 2024
VL 14
IS 2
BP 153
EP 183
AR e12
DI 10.5555/soil.1
EA APR 2024
UT WOS:000001
ER

PT J
TI Sand
ER

EF
`;

export const endnote = `<?xml version="1.0" encoding="UTF-8" ?><xml><records><record>
<database name="a.enl">a.enl</database><source-app name="EndNote" version="20.1">EndNote</source-app>
<rec-number>1</rec-number><foreign-keys><key app="EN" db-id="x">1</key></foreign-keys>
<ref-type name="Journal Article">17</ref-type>
<contributors><authors>
<author><style face="normal" font="default" size="100%">Okoro, Ada B.</style></author>
<author><style face="normal" font="default" size="100%">Smith, John, Jr.</style></author>
<author corp-name="Delta Study Group"><style face="normal" font="default">Delta Study Group</style></author>
</authors><secondary-authors><author>Doe, Jane</author></secondary-authors></contributors>
<auth-address>University of Lagos</auth-address>
<titles><title><style face="normal">10</style><style face="superscript">3</style><style face="normal"> drops of CO</style><style face="subscript">2</style></title>
<secondary-title>J Soil</secondary-title></titles>
<periodical><full-title>Journal of Soil</full-title><abbr-1>J Soil</abbr-1></periodical>
<pages>153-83</pages><volume>14</volume><number>2</number>
<keywords><keyword>clay</keyword><keyword>soil moisture</keyword></keywords>
<dates><year>2024</year><pub-dates><date>May 17</date></pub-dates></dates>
<isbn>0037-9999 (Print)&#xD;2049-3630 (Online)</isbn>
<abstract>First paragraph.</abstract>
<urls><related-urls><url>https://example.org/soil/1</url></related-urls>
<pdf-urls><url>https://example.org/soil/1.pdf</url></pdf-urls></urls>
<electronic-resource-num>10.5555/soil.1</electronic-resource-num><language>English</language>
<custom1>ours</custom1>
</record><record><ref-type name="Book">6</ref-type><titles><title>Sand</title></titles></record></records></xml>`;
