/** Whole records of each format with as many kinds of parts as real files have, for `markers.test.ts`. */

export const jats = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-publishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML" article-type="research-article" dtd-version="1.2" xml:lang="en">
<front><journal-meta><journal-id journal-id-type="publisher-id">SL</journal-id>
<journal-title-group><journal-title>Soil Letters</journal-title><abbrev-journal-title abbrev-type="publisher">Soil Lett</abbrev-journal-title></journal-title-group>
<issn pub-type="ppub">0037-9999</issn><issn publication-format="electronic">2345-6787</issn>
<publisher><publisher-name>Invented Press</publisher-name><publisher-loc>Berlin</publisher-loc></publisher></journal-meta>
<article-meta><article-id pub-id-type="publisher-id">41</article-id><article-id pub-id-type="doi">10.5555/s.41</article-id>
<article-categories><subj-group subj-group-type="heading"><subject>Research</subject></subj-group></article-categories>
<title-group><article-title>Soil &amp; CO<sub>2</sub> on <italic>Zea mays</italic> at 10<sup>3</sup> m<xref ref-type="fn" rid="fn1">*</xref></article-title>
<subtitle>A study</subtitle><trans-title-group xml:lang="fr"><trans-title>Sol et eau</trans-title></trans-title-group><alt-title alt-title-type="running-head">Soil</alt-title></title-group>
<contrib-group><contrib contrib-type="author" corresp="yes" id="au1"><contrib-id contrib-id-type="orcid" authenticated="true">https://orcid.org/0000-0002-1825-0097</contrib-id>
<name name-style="western"><surname>Okoro</surname><given-names initials="A">Ada</given-names><prefix>Dr</prefix><suffix>Jr</suffix></name>
<degrees>PhD</degrees><role>Professor</role><email xlink:href="mailto:a@example.org">a@example.org</email><xref ref-type="aff" rid="aff1"><sup>1</sup></xref><xref ref-type="corresp" rid="cor1">*</xref></contrib>
<contrib contrib-type="author"><name><surname>Li</surname><given-names>Ben</given-names></name><xref ref-type="aff" rid="aff2">2</xref><bio><p>Ben digs.</p></bio></contrib>
<contrib contrib-type="author"><collab>Soil Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>Smith</surname><given-names>Ed</given-names></name></contrib></contrib-group>
<aff id="aff1"><label>1</label><institution-wrap><institution>University of Lagos</institution><institution-id institution-id-type="ror">https://ror.org/05rk03822</institution-id></institution-wrap>, <city>Lagos</city>, <country country="NG">Nigeria</country></aff>
<aff id="aff2"><label>2</label>Soil Institute, Chile</aff>
<author-notes><corresp id="cor1">* E-mail: a@example.org</corresp><fn id="fn1" fn-type="con"><p>Equal work.</p></fn></author-notes>
<pub-date date-type="pub" publication-format="electronic" iso-8601-date="2024-05-17"><day>17</day><month>05</month><year>2024</year></pub-date>
<pub-date pub-type="collection"><year>2024</year></pub-date>
<volume>7</volume><volume-id pub-id-type="doi">10.5555/v.7</volume-id><issue>Suppl. 1</issue><issue-title>Special soils</issue-title><fpage>12</fpage><lpage>19</lpage><page-range>12-19</page-range>
<history><date date-type="received" iso-8601-date="2023-01-02"><day>02</day><month>01</month><year>2023</year></date></history>
<permissions><copyright-statement>© The authors</copyright-statement><copyright-year>2024</copyright-year><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>CC BY</license-p></license></permissions>
<self-uri xlink:href="https://j.example.org/41"/><self-uri content-type="pdf" xlink:href="https://j.example.org/41.pdf"/>
<related-article related-article-type="companion" xlink:href="10.5555/s.40" ext-link-type="doi"/>
<abstract><title>Abstract</title><sec><title>Aims</title><p>To see <inline-formula><alternatives><tex-math>\\frac{a}{b}</tex-math><mml:math display="inline"><mml:mfrac><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfrac></mml:math></alternatives></inline-formula> and <ext-link ext-link-type="uri" xlink:href="https://data.example.org/1">data</ext-link>.</p></sec><sec id="s2"><title>Results.</title><p>It was &lt; 5 <xref ref-type="bibr" rid="b1">[1]</xref>.</p></sec></abstract>
<trans-abstract xml:lang="fr"><p>Voir le sol.</p></trans-abstract><abstract abstract-type="graphical"><p><graphic xlink:href="g1.png"/></p></abstract>
<kwd-group kwd-group-type="author" xml:lang="en"><title>Keywords</title><kwd>soil</kwd><kwd><italic>Zea</italic></kwd></kwd-group>
<kwd-group xml:lang="fr"><kwd>sol</kwd></kwd-group>
<funding-group><award-group><funding-source>Soil Fund</funding-source><award-id>F7</award-id></award-group></funding-group>
<counts><page-count count="8"/></counts>
<custom-meta-group><custom-meta><meta-name>colour</meta-name><meta-value>brown</meta-value></custom-meta></custom-meta-group>
</article-meta></front><body><sec id="s1"><title>Introduction</title><p>Soil is everywhere.</p></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><ref id="b1"><mixed-citation>Li B. Soil. 2020.</mixed-citation></ref></ref-list></back>
<sub-article article-type="translation" xml:lang="pt"><front-stub><title-group><article-title>Solo</article-title></title-group></front-stub></sub-article></article>`;

export const crossref = `<?xml version="1.0" encoding="UTF-8"?>
<doi_batch xmlns="http://www.crossref.org/schema/5.3.1" version="5.3.1"><head><doi_batch_id>b1</doi_batch_id><timestamp>20240517</timestamp><depositor><depositor_name>Press</depositor_name><email_address>d@example.org</email_address></depositor><registrant>Press</registrant></head>
<body><journal><journal_metadata language="en"><full_title>Soil Letters</full_title><abbrev_title>Soil Lett</abbrev_title><issn media_type="electronic">2345-6787</issn><doi_data><doi>10.5555/sl</doi><resource>https://j.example.org</resource></doi_data></journal_metadata>
<journal_issue><contributors><person_name sequence="first" contributor_role="editor"><given_name>Ed</given_name><surname>Smith</surname></person_name></contributors><titles><title>Special soils</title></titles><publication_date media_type="online"><month>05</month><year>2024</year></publication_date><journal_volume><volume>7</volume></journal_volume><issue>2</issue></journal_issue>
<journal_article publication_type="full_text" language="en" reference_distribution_opts="any"><titles><title>Soil &amp; <i>Zea mays</i></title><subtitle>A study</subtitle><original_language_title language="fr">Sol</original_language_title></titles>
<contributors><person_name sequence="first" contributor_role="author"><given_name>Ada</given_name><surname>Okoro</surname><suffix>Jr</suffix><affiliations><institution><institution_name>University of Lagos</institution_name><institution_id type="ror">https://ror.org/05rk03822</institution_id><institution_department>Soil</institution_department></institution></affiliations><ORCID authenticated="true">https://orcid.org/0000-0002-1825-0097</ORCID></person_name><person_name sequence="additional" contributor_role="editor"><given_name>Eve</given_name><surname>Smit</surname></person_name><organization sequence="additional" contributor_role="author">Soil Group</organization></contributors>
<jats:abstract xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1"><jats:p>To see <jats:italic>soil</jats:italic>.</jats:p></jats:abstract>
<publication_date media_type="online"><month>05</month><day>17</day><year>2024</year></publication_date><acceptance_date><year>2024</year></acceptance_date>
<pages><first_page>12</first_page><last_page>19</last_page><other_pages>25</other_pages></pages><publisher_item><item_number item_number_type="article_number">e41</item_number><identifier id_type="pii">S41</identifier></publisher_item>
<crossmark><crossmark_policy>10.5555/policy</crossmark_policy></crossmark>
<program xmlns="http://www.crossref.org/AccessIndicators.xsd" name="AccessIndicators"><license_ref applies_to="vor">https://creativecommons.org/licenses/by/4.0/</license_ref></program>
<doi_data><doi>10.5555/s.41</doi><timestamp>20240517</timestamp><resource>https://j.example.org/41</resource><collection property="text-mining"><item><resource mime_type="application/pdf">https://j.example.org/41.pdf</resource></item></collection><collection property="crawler-based"><item crawler="iParadigms"><resource>https://j.example.org/41/c</resource></item></collection></doi_data>
<citation_list><citation key="r1"><doi>10.5555/r1</doi></citation></citation_list></journal_article></journal></body></doi_batch>`;

export const dataciteXml = `<resource xmlns="http://datacite.org/schema/kernel-4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://datacite.org/schema/kernel-4 https://schema.datacite.org/meta/kernel-4/metadata.xsd">
<identifier identifierType="DOI">10.5555/s.41</identifier>
<creators><creator><creatorName nameType="Personal">Okoro, Ada</creatorName><givenName>Ada</givenName><familyName>Okoro</familyName><nameIdentifier schemeURI="https://orcid.org" nameIdentifierScheme="ORCID">0000-0002-1825-0097</nameIdentifier><affiliation affiliationIdentifier="https://ror.org/05rk03822" affiliationIdentifierScheme="ROR">University of Lagos</affiliation></creator></creators>
<titles><title xml:lang="en">Soil and water</title><title titleType="Subtitle">A study</title><title xml:lang="fr" titleType="TranslatedTitle">Sol et eau</title></titles>
<publisher xml:lang="en">Invented Press</publisher><publicationYear>2024</publicationYear><resourceType resourceTypeGeneral="JournalArticle">Article</resourceType>
<subjects><subject xml:lang="en">soil</subject><subject subjectScheme="DDC" schemeURI="http://dewey.info/">631.4</subject></subjects>
<contributors><contributor contributorType="Editor"><contributorName>Smith, Ed</contributorName></contributor></contributors>
<dates><date dateType="Issued">2024-05-17</date><date dateType="Submitted" dateInformation="first">2023-01-02</date></dates><language>en</language>
<alternateIdentifiers><alternateIdentifier alternateIdentifierType="pii">S41</alternateIdentifier></alternateIdentifiers>
<relatedIdentifiers><relatedIdentifier relatedIdentifierType="ISSN" relationType="IsPartOf">2345-6787</relatedIdentifier><relatedIdentifier relatedIdentifierType="DOI" relationType="Cites">10.5555/r1</relatedIdentifier></relatedIdentifiers>
<relatedItems><relatedItem relatedItemType="Journal" relationType="IsPublishedIn"><relatedItemIdentifier relatedItemIdentifierType="ISSN">2345-6787</relatedItemIdentifier><titles><title>Soil Letters</title></titles><volume>7</volume><issue>2</issue><firstPage>12</firstPage><lastPage>19</lastPage></relatedItem></relatedItems>
<sizes><size>8 pages</size></sizes><formats><format>application/pdf</format></formats><version>1.0</version>
<rightsList><rights rightsURI="https://creativecommons.org/licenses/by/4.0/">CC BY</rights></rightsList>
<descriptions><description descriptionType="Abstract" xml:lang="en">To see soil.<br/>And water.</description><description descriptionType="Methods">Three plots.</description></descriptions>
<fundingReferences><fundingReference><funderName>Soil Fund</funderName></fundingReference></fundingReferences></resource>`;

export const oai = `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-06-01T00:00:00Z</responseDate><request verb="ListRecords">https://j.example.org/oai</request><ListRecords>
<record><header><identifier>oai:j.example.org:article/41</identifier><datestamp>2024-05-17T10:00:00Z</datestamp><setSpec>sl:ART</setSpec></header><metadata>
<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title xml:lang="en-US">Soil and water</dc:title><dc:title xml:lang="fr-FR">Sol et eau</dc:title><dc:creator>Okoro, Ada; University of Lagos</dc:creator><dc:creator>Li, Ben</dc:creator><dc:contributor>Smith, Ed</dc:contributor>
<dc:subject xml:lang="en-US">soil; water</dc:subject><dc:description xml:lang="en-US">To see &lt;em&gt;soil&lt;/em&gt;.</dc:description><dc:publisher xml:lang="en-US">Invented Press</dc:publisher><dc:date>2024-05-17</dc:date>
<dc:type>info:eu-repo/semantics/article</dc:type><dc:type xml:lang="en-US">Peer-reviewed Article</dc:type><dc:format>application/pdf</dc:format><dc:identifier>https://j.example.org/article/view/41</dc:identifier><dc:identifier>10.5555/s.41</dc:identifier>
<dc:source xml:lang="en-US">Soil Letters; Vol. 7 No. 2 (2024); 12-19</dc:source><dc:source>2345-6787</dc:source><dc:language>eng</dc:language><dc:relation>https://j.example.org/article/view/41/71</dc:relation><dc:rights xml:lang="en-US">CC BY</dc:rights><dc:coverage>Nigeria</dc:coverage>
</oai_dc:dc></metadata><about><provenance>copied</provenance></about></record></ListRecords></OAI-PMH>`;

export const ojs = `<article xmlns="http://pkp.sfu.ca" locale="en" date_submitted="2023-01-02" status="3" submission_progress="" current_publication_id="9" stage="production"><id type="internal" advice="ignore">41</id>
<publication locale="en" version="1" status="3" primary_contact_id="5" url_path="" seq="1" date_published="2024-05-17" section_ref="ART" access_status="0"><id type="internal" advice="ignore">9</id><id type="doi" advice="update">10.5555/s.41</id>
<title locale="en">Soil and &lt;i&gt;water&lt;/i&gt;</title><title locale="fr_FR">Sol et eau</title><subtitle locale="en">A study</subtitle><abstract locale="en">&lt;p&gt;To see soil.&lt;/p&gt;</abstract><coverage locale="en">Nigeria</coverage><licenseUrl>https://creativecommons.org/licenses/by/4.0/</licenseUrl><copyrightHolder locale="en">The authors</copyrightHolder><copyrightYear>2024</copyrightYear>
<keywords locale="en"><keyword>soil</keyword><keyword>water</keyword></keywords><disciplines locale="en"><discipline>Soil science</discipline></disciplines>
<authors><author include_in_browse="true" user_group_ref="Author" seq="0" id="5"><givenname locale="en">Ada</givenname><familyname locale="en">Okoro</familyname><affiliation locale="en">University of Lagos</affiliation><country>NG</country><email>a@example.org</email><url>https://ada.example.org</url><orcid>https://orcid.org/0000-0002-1825-0097</orcid><biography locale="en">Ada digs.</biography></author></authors>
<article_galley locale="en" approved="false"><id type="internal" advice="ignore">71</id><name locale="en">PDF</name><seq>0</seq><remote src="https://j.example.org/41.pdf"/></article_galley>
<citations><citation>Li B. Soil. 2020.</citation></citations><issue_identification><volume>7</volume><number>2</number><year>2024</year><title locale="en">Special soils</title></issue_identification><pages>12-19</pages></publication></article>`;

export const pubmed = `<PubmedArticleSet><PubmedArticle><MedlineCitation Status="PubMed-not-MEDLINE" Owner="NLM" IndexingMethod="Automated"><PMID Version="1">123456</PMID><DateRevised><Year>2024</Year><Month>06</Month><Day>01</Day></DateRevised>
<Article PubModel="Print-Electronic"><Journal><ISSN IssnType="Electronic">2345-6787</ISSN><JournalIssue CitedMedium="Internet"><Volume>7</Volume><Issue>2</Issue><PubDate><Year>2024</Year><Month>May</Month><Day>17</Day></PubDate></JournalIssue><Title>Soil Letters</Title><ISOAbbreviation>Soil Lett</ISOAbbreviation></Journal>
<ArticleTitle>Soil and CO<sub>2</sub>.</ArticleTitle><Pagination><StartPage>12</StartPage><EndPage>19</EndPage><MedlinePgn>12-9</MedlinePgn></Pagination><ELocationID EIdType="doi" ValidYN="Y">10.5555/s.41</ELocationID>
<Abstract><AbstractText Label="AIM" NlmCategory="OBJECTIVE">To see <i>soil</i>.</AbstractText><CopyrightInformation>The authors.</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y" EqualContrib="Y"><LastName>Okoro</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials><Suffix>Jr</Suffix><Identifier Source="ORCID">0000-0002-1825-0097</Identifier><AffiliationInfo><Affiliation>University of Lagos, Nigeria. a@example.org.</Affiliation></AffiliationInfo></Author><Author ValidYN="Y"><CollectiveName>Soil Group</CollectiveName></Author></AuthorList>
<Language>eng</Language><DataBankList CompleteYN="Y"><DataBank><DataBankName>Dryad</DataBankName></DataBank></DataBankList><GrantList CompleteYN="Y"><Grant><GrantID>F7</GrantID><Agency>Soil Fund</Agency></Grant></GrantList><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList><ArticleDate DateType="Electronic"><Year>2024</Year><Month>05</Month><Day>10</Day></ArticleDate></Article>
<MedlineJournalInfo><Country>Nigeria</Country><MedlineTA>Soil Lett</MedlineTA><NlmUniqueID>101</NlmUniqueID></MedlineJournalInfo><CitationSubset>IM</CitationSubset><MeshHeadingList><MeshHeading><DescriptorName UI="D012987" MajorTopicYN="N">Soil</DescriptorName></MeshHeading></MeshHeadingList><KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="N">soil</Keyword></KeywordList><CoiStatement>None.</CoiStatement></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="received"><Year>2023</Year><Month>1</Month><Day>2</Day></PubMedPubDate></History><PublicationStatus>epublish</PublicationStatus><ArticleIdList><ArticleId IdType="pubmed">123456</ArticleId><ArticleId IdType="doi">10.5555/s.41</ArticleId></ArticleIdList><ReferenceList><Reference><Citation>Li B. Soil.</Citation></Reference></ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>`;

export const doajXml = `<records><record><language>eng</language><publisher>Invented Press</publisher><journalTitle>Soil Letters</journalTitle><issn>0037-9999</issn><eissn>2345-6787</eissn><publicationDate>2024-05-17</publicationDate><volume>7</volume><issue>2</issue><startPage>12</startPage><endPage>19</endPage><doi>10.5555/s.41</doi><publisherRecordId>41</publisherRecordId><documentType>article</documentType>
<title language="eng">Soil and water</title><title language="fre">Sol et eau</title><authors><author><name>Ada Okoro</name><email>a@example.org</email><affiliationId>1</affiliationId><orcid_id>https://orcid.org/0000-0002-1825-0097</orcid_id></author></authors>
<affiliationsList><affiliationName affiliationId="1">University of Lagos</affiliationName></affiliationsList><abstract language="eng">To see soil.</abstract><fullTextUrl format="html">https://j.example.org/41</fullTextUrl><keywords language="eng"><keyword>soil</keyword><keyword>water</keyword></keywords></record></records>`;

export const dataciteJson = JSON.stringify({
  data: {
    id: '10.5555/s.41',
    type: 'dois',
    attributes: {
      doi: '10.5555/s.41',
      prefix: '10.5555',
      suffix: 's.41',
      identifiers: [{ identifier: 'S41', identifierType: 'pii' }],
      creators: [
        {
          name: 'Okoro, Ada',
          nameType: 'Personal',
          givenName: 'Ada',
          familyName: 'Okoro',
          affiliation: [
            {
              name: 'University of Lagos',
              affiliationIdentifier: 'https://ror.org/05rk03822',
              affiliationIdentifierScheme: 'ROR',
            },
          ],
          nameIdentifiers: [
            {
              nameIdentifier: '0000-0002-1825-0097',
              nameIdentifierScheme: 'ORCID',
              schemeUri: 'https://orcid.org',
            },
          ],
        },
      ],
      titles: [
        { title: 'Soil and water', lang: 'en' },
        { title: 'A study', titleType: 'Subtitle' },
        { title: 'Sol', lang: 'fr', titleType: 'TranslatedTitle' },
      ],
      publisher: 'Invented Press',
      container: {
        type: 'Journal',
        identifier: '2345-6787',
        identifierType: 'ISSN',
        title: 'Soil Letters',
        volume: '7',
        issue: '2',
        firstPage: '12',
        lastPage: '19',
      },
      publicationYear: 2024,
      subjects: [{ subject: 'soil' }, { subject: '631.4', subjectScheme: 'DDC' }],
      contributors: [{ name: 'Smith, Ed', contributorType: 'Editor' }],
      dates: [
        { date: '2024-05-17', dateType: 'Issued' },
        { date: '2023-01-02', dateType: 'Submitted' },
      ],
      language: 'en',
      types: {
        resourceTypeGeneral: 'JournalArticle',
        resourceType: 'Article',
        ris: 'JOUR',
        bibtex: 'article',
        citeproc: 'article-journal',
        schemaOrg: 'ScholarlyArticle',
      },
      relatedIdentifiers: [
        { relatedIdentifier: '10.5555/r1', relatedIdentifierType: 'DOI', relationType: 'Cites' },
      ],
      sizes: ['8 pages'],
      formats: ['application/pdf'],
      version: '1.0',
      rightsList: [{ rights: 'CC BY' }],
      descriptions: [
        { description: '<p>To see soil.</p>', descriptionType: 'Abstract' },
        { description: 'Three plots.', descriptionType: 'Methods' },
      ],
      fundingReferences: [{ funderName: 'Soil Fund' }],
      url: 'https://j.example.org/41',
      contentUrl: null,
      metadataVersion: 1,
      schemaVersion: 'http://datacite.org/schema/kernel-4',
      source: 'mds',
      isActive: true,
      state: 'findable',
      viewCount: 3,
      created: '2024-05-18T09:00:00Z',
      registered: '2024-05-18T09:00:00Z',
    },
    relationships: { client: { data: { id: 'press.sl', type: 'clients' } } },
  },
});

export const crossrefJson = JSON.stringify({
  status: 'ok',
  'message-type': 'work',
  'message-version': '1.0.0',
  message: {
    indexed: { 'date-parts': [[2024, 6, 1]], 'date-time': '2024-06-01T00:00:00Z', timestamp: 1717200000000 },
    'reference-count': 1,
    publisher: 'Invented Press',
    issue: '2',
    license: [
      {
        start: { 'date-parts': [[2024, 5, 17]] },
        'content-version': 'vor',
        'delay-in-days': 0,
        URL: 'https://creativecommons.org/licenses/by/4.0/',
      },
    ],
    'content-domain': { domain: ['j.example.org'], 'crossmark-restriction': false },
    'short-container-title': ['Soil Lett'],
    'published-online': { 'date-parts': [[2024, 5, 17]] },
    DOI: '10.5555/s.41',
    type: 'journal-article',
    created: { 'date-parts': [[2024, 5, 18]] },
    page: '12-19',
    source: 'Crossref',
    'is-referenced-by-count': 4,
    title: ['Soil and CO<sub>2</sub>'],
    subtitle: ['A study'],
    prefix: '10.5555',
    volume: '7',
    author: [
      {
        ORCID: 'https://orcid.org/0000-0002-1825-0097',
        'authenticated-orcid': true,
        given: 'Ada',
        family: 'Okoro',
        sequence: 'first',
        affiliation: [{ name: 'University of Lagos' }],
      },
      { name: 'Soil Group', sequence: 'additional', affiliation: [] },
    ],
    editor: [{ given: 'Ed', family: 'Smith' }],
    member: '1234',
    reference: [{ key: 'r1', DOI: '10.5555/r1' }],
    'container-title': ['Soil Letters'],
    'original-title': ['Sol'],
    abstract: '<jats:p>To see <jats:italic>soil</jats:italic>.</jats:p>',
    language: 'en',
    link: [
      {
        URL: 'https://j.example.org/41.pdf',
        'content-type': 'application/pdf',
        'content-version': 'vor',
        'intended-application': 'text-mining',
      },
    ],
    score: 1,
    resource: { primary: { URL: 'https://j.example.org/41' } },
    issued: { 'date-parts': [[2024, 5]] },
    'references-count': 1,
    'journal-issue': { issue: '2', 'published-print': { 'date-parts': [[2024, 5]] } },
    URL: 'https://doi.org/10.5555/s.41',
    ISSN: ['2345-6787'],
    'issn-type': [{ value: '2345-6787', type: 'electronic' }],
    'alternative-id': ['S41'],
    subject: ['Soil Science'],
    funder: [{ name: 'Soil Fund' }],
  },
});

export const csl = JSON.stringify([
  {
    id: 'okoro2024',
    type: 'article-journal',
    title: 'Soil and <i>Zea mays</i>',
    'container-title': 'Soil Letters',
    'container-title-short': 'Soil Lett',
    abstract: 'To see soil.',
    DOI: '10.5555/s.41',
    ISSN: '2345-6787',
    issued: { 'date-parts': [['2024', 5, '17']] },
    accessed: { 'date-parts': [[2024, 6, 1]] },
    volume: '7',
    issue: '2',
    page: '12-19',
    keyword: 'soil; water',
    author: [{ family: 'Okoro', given: 'Ada', suffix: 'Jr' }, { literal: 'Soil Group' }],
    editor: [{ family: 'Smith', given: 'Ed' }],
    URL: 'https://j.example.org/41',
    language: 'en-GB',
    publisher: 'Invented Press',
    'publisher-place': 'Berlin',
    PMID: '123456',
    note: 'read this',
    custom: { colour: 'brown' },
  },
]);

export const oaiDatacite = `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>oai:j.example.org:41</identifier><datestamp>2024-05-17</datestamp></header>
<metadata><oai_datacite><schemaVersion>4.3</schemaVersion><datacentreSymbol>INV.SOIL</datacentreSymbol><payload>${dataciteXml.replace(/<\?xml[^>]*\?>\s*/, '')}</payload></oai_datacite></metadata></record></ListRecords></OAI-PMH>`;

export const ris = `TY  - JOUR
ID  - 41
TI  - Soil and water
T2  - Soil Letters
JA  - Soil Lett
AU  - Okoro, Ada
AU  - Li, Ben
A2  - Smith, Ed
AB  - To see soil.
KW  - soil
KW  - water
PY  - 2024
DA  - 2024/05/17
VL  - 7
IS  - 2
SP  - 12
EP  - 19
SN  - 2345-6787
DO  - 10.5555/s.41
UR  - https://j.example.org/41
L1  - https://j.example.org/41.pdf
LA  - en
PB  - Invented Press
CY  - Berlin
AD  - University of Lagos
N1  - read this
DB  - Invented Index
Y2  - 2024/06/01
C1  - brown
M3  - Article
ER  -
`;

export const bibtex = `@article{okoro2024,
  title = {Soil and {Zea} mays at $10^3$ m},
  subtitle = {A study},
  author = {Okoro, Ada and {Soil Group}},
  editor = {Smith, Ed},
  journal = {Soil Letters},
  journaltitle = {Soil Letters},
  abstract = {To see soil \\& water.},
  year = {2024},
  month = {5},
  date = {2024-05-17},
  volume = {7},
  number = {2},
  pages = {12--19},
  issn = {2345-6787},
  doi = {10.5555/s.41},
  url = {https://j.example.org/41},
  keywords = {soil, water},
  language = {english},
  publisher = {Invented Press},
  address = {Berlin},
  note = {read this},
  affiliation = {University of Lagos},
  file = {:a.pdf:PDF},
  timestamp = {2024-06-01},
  eprint = {2405.01}
}
`;

export const articleJson = JSON.stringify({
  bibjson: {
    title: 'Soil and water',
    abstract: 'To see soil.',
    year: '2024',
    month: 'May',
    keywords: ['soil', 'water'],
    identifier: [
      { type: 'DOI', id: '10.5555/s.41' },
      { type: 'eissn', id: '2345-6787' },
    ],
    journal: { title: 'Soil Letters', volume: '7', number: '2' },
    start_page: '12',
    end_page: '19',
    author: [
      {
        name: 'Ada Okoro',
        affiliations: ['University of Lagos', 'Soil Institute'],
        orcid_id: 'https://orcid.org/0000-0002-1825-0097',
      },
    ],
    link: [{ type: 'fulltext', content_type: 'application/pdf', url: 'https://j.example.org/41.pdf' }],
  },
  admin: { publisher_record_id: '41' },
});

export const table = [
  [
    'Title',
    'Abstract',
    'Authors',
    'Affiliations',
    'ORCID',
    'Keywords',
    'DOI',
    'Journal',
    'ISSN (online)',
    'Year',
    'Month',
    'Volume',
    'Issue',
    'Start page',
    'End page',
    'URL',
    'Language',
    'Publisher',
    'Notes',
  ],
  [
    'Soil and water',
    'To see soil.',
    'Okoro, Ada; Li, Ben',
    'University of Lagos; Soil Institute',
    '',
    'soil; water',
    '10.5555/s.41',
    'Soil Letters',
    '2345-6787',
    '2024',
    '5',
    '7',
    '2',
    '12',
    '19',
    'https://j.example.org/41',
    'en',
    'Invented Press',
    'read this',
  ],
  [
    'Water',
    'To see water.',
    'Li, Ben',
    'Soil Institute',
    '',
    'water',
    '10.5555/s.42',
    'Soil Letters',
    '2345-6787',
    '2024',
    'May',
    '7',
    '2',
    '20',
    '25',
    'https://j.example.org/42',
    'en',
    '',
    '',
  ],
];
