/** Words of headings that add nothing. */
export const fillWords = new Set(
  'a o as os of the for in on de des du d del la le les l el los las do da dos das der die den dem s zum zur em en al dell della dello degli delle van het di'.split(
    ' ',
  ),
);

/** Words for "author". */
export const authorWords = new Set(
  `author authors auteur auteurs autor autores autora autoras autoren autorin verfasser verfasserin creator contributor
  autors autrice`.split(/\s+/),
);

/** Which author a heading such as `First author` means. */
export const ordinals: Record<string, string> = Object.fromEntries(
  [
    'first premier premiere primer primero primera primeiro primeira erste erster',
    'second deuxieme segundo segunda zweite zweiter',
    'third troisieme tercer tercero tercera terceiro terceira dritte dritter',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, String(at + 1)])),
);

/** Words for "article", as in `DOI del artículo`. */
export const articleWords = new Set(
  'article articulo artigo artikel artikels beitrag beitrags aufsatz aufsatzes'.split(' '),
);

/** Headings of each field of an article in English, French, Spanish, Portuguese and German, without fill words. */
export const articleHeadings: Record<string, string> = {
  title: `title|article title|full title|paper title|document title|primary title|citation title|dc title|ti|t1
    titre|titre article|titre complet|título|título artículo|título artigo|título completo|título trabajo|título trabalho
    titel|artikeltitel|beitragstitel|aufsatztitel|titel artikel|titel artikels|titel beitrags|titel aufsatzes|haupttitel
    title article|work title|main title|original title|manuscript title|name article|article name|título original|título principal
    titre original|titre principal|titre contribution|originaltitel|title paper|title original|title manuscript`,
  titlePrefix: 'title prefix|article prefix',
  subtitle: 'article subtitle|subtitle|sub title|sous titre|subtítulo|sub título|untertitel',
  abstract: `abstract|article abstract|summary|description|ab|n2|résumé|résumé article|resumen|resumen artículo
    resumo|resumo artigo|zusammenfassung|kurzfassung|kurzbeschreibung|abstrakt
    abstract text|full abstract|abstract note|inhaltsangabe|abriss|sinopsis|extracto`,
  keywords: `keywords|keyword|key words|key word|author keywords|authors keywords|subject keywords|tags|kw|mots clés|mot clé
    mots clefs|mot clef|palabras clave|palabra clave|palavras chave|palavra chave|schlagwörter|schlagwoerter|schlagworte
    schlagwort|schlüsselwörter|schluesselwoerter|schlüsselbegriffe|stichwörter|stichwoerter|stichworte|descriptores
    descritores|descripteurs
    keyword list|list keywords|manual tags|index terms|subject terms|palabras claves|palavras chaves|suchbegriffe|etiquetas|liste mots clés`,
  language: `language|article language|lang|language code|locale|text language|langue|langue article|idioma|idioma artículo
    idioma artigo|lengua|língua|sprache|textsprache|sprache artikels
    language article`,
  doi: `doi|article doi|doi number|digital object identifier|doi article|numéro doi|número doi|doi nummer|doi code
    identifier doi|doi identifier
    n doi|identifiant doi|código doi|code doi|identificador doi`,
  otherDoi: 'doi url form|doi url|doi link|url doi|link doi|doi address|doi uri|lien doi|enlace doi',
  pissn: `pissn|p issn|print issn|issn print|issn p|printed issn|issn printed|issn print version|journal issn print version
    issn imprimé|issn papier|issn version imprimée|issn version papier|issn impreso|issn versión impresa|issn impresso
    issn versão impressa|issn druck|druck issn|issn gedruckt|issn printausgabe|ppub issn|journal pissn|identifier pissn
    issn imprimée|issn druckausgabe|issn druckversion|issn printversion|issn print edition|issn édition imprimée
    issn édition papier|issn edición impresa|issn edição impressa|issn físico|issn papel|issn en papel|p issn print|print edition issn
    journal issn print|journal print issn|print issn journal|issn journal print`,
  eissn: `eissn|e issn|online issn|issn online|electronic issn|issn electronic|issn e|digital issn|web issn|issn web
    issn online version|journal eissn online version|journal eissn|issn électronique|issn ligne|issn version électronique
    issn version ligne|issn electrónico|issn línea|issn versión electrónica|issn versión línea|issn digital|issn eletrônico
    issn eletrónico|issn linha|issn versão eletrônica|issn versão online|issn elektronisch|elektronische issn|online ausgabe issn
    issn onlineausgabe|epub issn|issn l e|identifier eissn
    issn numérique|issn édition électronique|issn édition ligne|issn edición electrónica|issn edición línea|issn edição eletrônica
    issn edição eletrónica|issn edição online|issn online edition|issn electronic edition|issn electronic version|issn onlineversion|issn internet|e issn online|issn line|line issn
    issn digital online|electronic edition issn|online edition issn
    journal issn online|journal online issn|online issn journal|issn journal online|journal issn electronic|electronic issn journal`,
  issn: `issn|issns|journal issn|issn override|issn l|linking issn|issn journal|numéro issn|número issn|issn nummer|issn revue|issn revista|issn zeitschrift|sn
    issn number|n issn`,
  journalTitle: `journal|journal title|journal name|journal title override|title journal|name journal|publication title
    container title|source title|source publication|periodical|jo|jf|t2|jt|revue|titre revue|nom revue|titre périodique
    revista|título revista|nombre revista|nome revista|periódico|título periódico|zeitschrift|zeitschriftentitel
    name zeitschrift|titel zeitschrift|zeitschriftenname`,
  year: `issue year|year|publication year|year publication|pub year|year published|published year|py|année|année publication
    année parution|año|año publicación|ano|ano publicação|anno|jahr|erscheinungsjahr|publikationsjahr
    veröffentlichungsjahr|jahr veröffentlichung
    año edición|ano edição|jahr publikation|jahr erscheinens`,
  month: `month|publication month|month publication|pub month|mois|mois publication|mois parution|mes|mes publicación
    mês|mês publicação|monat|erscheinungsmonat|publikationsmonat|veröffentlichungsmonat
    month published|monat veröffentlichung|mes edición|mês edição`,
  date: `date|publication date|date publication|date published|published|published date|pub date|published on|date issued
    issued|first published|online date|online publication date|publication date online|published online|date published online
    epub date|electronic publication date|date parution|date publication ligne|date mise ligne|fecha|fecha publicación
    fecha publicación línea|publicado|data|data publicação|data publicação online|datum|erscheinungsdatum
    publikationsdatum|veröffentlichungsdatum|datum veröffentlichung|veröffentlicht am|veröffentlicht|publié|dp
    publish date|fecha aparición|online veröffentlicht|date ligne|erschienen am`,
  printDate: `print date|print publication date|publication date print|published print|date published print
    date publication imprimée|fecha publicación impresa|data publicação impressa`,
  issueDate:
    'issue pub date|issue date|issue publication date|date issue|date numéro|fecha número|data número|heftdatum',
  volume: `issue volume|volume issue|vol issue|volume no issue|volume and issue|volume and number|vol iss|volume iss|卷期|巻号|권호|volume|vol|volnum|vol no|volume no|volume number|journal volume|publication volume|vl|vi volume|volumen
    número volumen|número volume|numéro volume|numéro tome|tome|tomo|band|bandnummer|jahrgang|jg|band jahrgang|jahrgang band
    bd|n volume|n tome`,
  number: `number|issue|issue number|issue no|issue num|issnum|no|num|journal number|journal issue|publication issue|number issue|is
    numéro|n|nr|numéro revue|fascicule|livraison|número|número edición|edición|fascículo|número revista|edição|número edição
    nummer|heft|heftnummer|ausgabe|ausgabennummer|ausgabe nummer|heft nr|ip
    numéro fascicule|numéro parution|número fascículo|ausgabe nr|n fascicule`,
  pages: `pages|page|page range|page numbers|pagination|pp|pgs|pg|pag|pags|page span|pages article|plage pages|numéros pages|páginas|página
    rango páginas|intervalo páginas|números página|paginación|paginação|seiten|seite|seitenzahlen|seitenbereich|seitenangabe
    seitenangaben|seitenumfang
    seiten von bis|seite von bis|páginas inicio fin|páginas inicial final|páginas início fim|pages début fin|page début fin
    start end page|start end pages|first last page|pages start end|pages from to|intervalle pages|numéros page|pages first last`,
  otherPages: 'page numbers custom',
  startPage: `start page|page start|first page|page first|fpage|from page|page from|begin page|beginning page|starting page|spage|sp
    page début|page de début|première page|page initiale|page départ|página inicial|página inicio|primera página|primeira página
    página comienzo|startseite|erste seite|anfangsseite|seite von|von seite|seite beginn|seitenanfang
    pages from|pp from|pages début|p début|pages start|seiten von|s von|seitenbeginn|desde página|página desde|página começo|páginas inicio`,
  endPage: `end page|page end|last page|page last|lpage|to page|page to|ending page|epage|ep|final page|page fin|dernière page
    page finale|página final|página fin|última página|endseite|letzte seite|seite bis|bis seite|seite ende|seitenende
    pages to|pp to|pages fin|p fin|pages end|seiten bis|s bis|schlussseite|hasta página|página hasta|página término|página fim|páginas fin`,
  articleNumber: `article number|article no|article num|art no|artno|art number|elocation id|elocation|elocator|e location|eid
    numéro article|número artículo|número artigo|artikelnummer|artikel nr|article nr`,
  url: `url|urls|link|links|article url|url article|article link|link article|full text url|full text link|url full text
    link full text|fulltext url|fulltext link|fulltext|full text|landing page|landing page url|url landing page|calc url|html url
    html link|url html|web address|web page|webpage|website|permalink|uri|ur|address|adresse|adresse url|adresse web|lien|liens
    lien article|lien vers article|lien vers texte intégral|lien texte intégral|texte intégral|url texte intégral
    enlace|enlaces|enlace artículo|enlace texto completo|enlace al texto completo|texto completo|url artículo|url texto completo
    url al texto completo|url artigo|link artigo|link para texto completo|link texto completo|ligação|endereço|dirección
    volltext|volltext url|volltextlink|volltext link|url volltext|link volltext|webadresse|artikel url|url artikel|url artikels
    link artikel
    lien url|lien internet|hyperlink|weblink|web link|html|page web|dirección web|sitio web|full text address|link to full text|link to article
    link volltextes|link zum volltext|adresse texte intégral|adresse électronique article|endereço texto completo|url texto
    full text url html|fulltext url html|full text html|html full text`,
  pdfUrl: `pdf|pdf url|pdf link|pdf uri|url pdf|link pdf|uri pdf|full text pdf|fulltext pdf|pdf full text|pdf address|pdf fulltext url
    lien pdf|lien vers pdf|adresse pdf|enlace pdf|enlace al pdf|pdf volltext|pdf adresse|l1
    link to pdf|link para pdf|link para o pdf|fichier pdf|archivo pdf|arquivo pdf|pdf datei|pdf file|texte intégral pdf|texto completo pdf
    volltext pdf
    full text url pdf|fulltext url pdf|url full text pdf|link full text pdf|full text link pdf`,
  galley: `galley|galleys|galley url|galley link|galley file|galley filename|remote galley|file name|filename|galley address
    html galley|pdf galley|epub galley|xml galley|epub|epub url|epub link|xml|xml url|xml link|jats xml|jats url|jats xml url|full text epub|full text xml`,
  urlType: `content type|url type|link type|full text type|fulltext type|full text format|fulltext format|format|mime type|media type
    link content type|full text url type|fulltext url type|type contenu|type lien|format texte intégral|tipo contenido|tipo enlace|formato
    tipo conteúdo|inhaltstyp|linktyp|volltextformat|dateityp`,
  recordId:
    'publisher record id|record id|publisher id|publisher article id|identifiant notice|datensatz id|id registro',
  authors: `authors|author|author names|author name|authors names|names authors|name author|author list|list authors|author full names
    creators|creator|contributors|au|a1|auteurs|auteur|auteur e|noms auteurs|nom auteurs|nom auteur|liste auteurs
    autores|autor|autor es|autor a|autoras|nombres autores|nombre autores|nombre autor|nomes autores|nome autor|lista autores
    autoren|autor innen|autorinnen|autorinnen und autoren|autoren und autorinnen|verfasser|verfasser innen|namen autoren|autorennamen
    all authors|authors all|full author list|autrices et auteurs|auteurs et autrices|auteurs autrices|auteures|autoras y autores|autores y autoras
    autoras autores|autores e autoras|autoria|autoría|autorin|autoren innen|verfasserinnen und verfasser|verfasserinnen`,
  affiliations: `affiliations|affiliation|author affiliations|author affiliation|authors affiliations|affiliations authors
    affiliation author|institutions|institution|author institutions|author institution|authors institutions|organisations
    organisation|organizations|organization|ad|c1|affiliations auteurs|affiliation auteur|établissement|établissements|rattachement
    rattachements|afiliación|afiliaciones|filiación|filiaciones|afiliación autores|afiliaciones autores|filiación autores
    institución|instituciones|afiliação|afiliações|filiação|filiações|afiliação autores|afiliações autores|filiação autores
    instituição|instituições|zugehörigkeit|zugehörigkeiten|affiliationen|affiliation autoren|affiliationen autoren|institut|institute
    institutionen|einrichtung|einrichtungen|zugehörigkeit autoren
    affiliation institutionnelle|affiliations institutionnelles|afiliación institucional|afiliaciones institucionales
    filiación institucional|afiliação institucional|afiliações institucionais|vínculo institucional|adscripción|adscripciones
    adscripción institucional|instituciones autores|hochschule|institutions auteurs|institutionelle zugehörigkeit`,
  orcids: `orcid|orcids|orcid id|orcid ids|orcid i d|author orcid|author orcids|authors orcid|authors orcids|author orcid id
    author orcid ids|orcid authors|orcids authors|orcid number|identifiant orcid|identifiants orcid|orcid auteurs|orcid auteur
    orcid autores|orcid autor|orcid autoren|orcid ids autoren|id orcid|orcid nummer
    orcid identifiers|orcid identifier|code orcid|codes orcid|número orcid|números orcid|orcid kennung|orcid kennungen|orcid numbers`,
  status: 'stage',
  recordType: 'document type|item type',
};

/** Headings of each field of one author, without the word for "author", fill words and the author's number. */
export const authorHeadings: Record<string, string> = {
  authorName: `name|names|full name|display name|nom complet|nombre completo|nombre y apellidos|nome completo|vollständiger name
    name vollständig|nom et prénom|prénom et nom|vor und nachname
    nom prénom|name vorname|nachname vorname|apellidos y nombre|apellidos nombre|apellido nombre|sobrenome nome
    family name given name|last name first name|surname given name|family given|last first`,
  authorGiven: `given name|given names|given|first name|first names|firstname|fname|forename|forenames|first|prénom|prénoms|nombre
    nombres|nombre pila|nome|nomes|primeiro nome|nome próprio|vorname|vornamen`,
  authorMiddle: `middle name|middle names|middle|mname|middle initial|mi|deuxième prénom|second prénom|segundo nombre|nome meio
    nome do meio|segundo nome|zweiter vorname|mittelname`,
  authorFamily: `family name|family names|family|last name|last names|lastname|lname|surname|surnames|last|nom|nom famille
    apellido|apellidos|apelido|apelidos|sobrenome|sobrenomes|último nome|nachname|nachnamen|familienname`,
  authorSuffix: 'suffix|name suffix|suffixe|sufijo|sufixo|namenszusatz',
  authorAffiliation: `affiliation|affiliations|institution|institutions|organisation|organization|org|university|institute
    affiliation name|établissement|rattachement|université|afiliación|filiación|institución|universidad|afiliação|filiação
    instituição|universidade|zugehörigkeit|institut|einrichtung|universität`,
  authorDepartment: 'department|dept|département|departamento|abteilung|fakultät|faculty|fachbereich',
  authorOrcid: 'orcid|orcid id|orcid i d|id orcid|identifiant orcid|orcid number',
  authorIsGroup: 'is corporate|is corporate y n|corporate|is group|is organisation|is organization',
  authorOther: `email|e mail|mail|email address|courriel|adresse courriel|adresse e mail|correo|correo electrónico|e mail adresse|country|pays|país
    land|homepage|homepage url|url|bio|biography|bio statement|biographie|biografía|biografia|resumen biográfico|salutation|title
    is primary y n|ror|ror id|position|role|order`,
};
