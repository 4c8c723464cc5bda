export const ENTITY_MODEL = new URL('../models/entities.model', import.meta.url)
