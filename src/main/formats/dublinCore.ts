import { parseDoi } from '../../shared/text/identifiers.ts';
import { droppedParts, type PartNames } from './droppedParts.ts';
import { emptyArticle, type SourceArticle, type SourceAuthor, type SourceLink } from './sourceArticle.ts';
