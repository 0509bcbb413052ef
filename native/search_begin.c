/* Searches that begin: how much memory each needs, and what its game looks up. */
#include "search.h"

/* The bytes of a search of parts of up to so many cells with so many moves, see stacks_of(). */
EXPORT int64_t KEY_NAME(search_size)(int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    CHECK(cells >= 0 && cells <= KEY_BITS && moves >= 0 && moves <= KEY_BITS * KEY_BITS && taken > 0 && each >= 0);
    return size_of(cells, moves, taken, each);
}

static int64_t begin(Search *s, int64_t size, Game game, int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    CHECK(size >= size_of(cells, moves, taken, each));
    int64_t children, parts;
    stacks_of(cells, moves, taken, each, &children, &parts);
    s->size = size;
    s->game = game;
    s->most_children = (uint32_t)children;
    return SPRAGUE_DONE;
}

/* Makes a search of boards with this short side in memory of zeros. */
EXPORT int64_t KEY_NAME(search_board)(Search *s, int64_t size, int64_t width)
{
    CHECK(width >= 1 && width <= MOST_WIDTH);
    if (begin(s, size, CRAM, KEY_BITS, 2 * KEY_BITS, 2, 0))
        return SPRAGUE_NO_ROOM;
    set_up_board(&s->board, (unsigned)width);
    return SPRAGUE_DONE;
}

/* Makes a search of boards on which pieces are placed, in memory of zeros. The images of the pieces: set_up_pieces(). */
EXPORT int64_t KEY_NAME(search_pieces)(Search *s, int64_t size, int64_t width, const uint8_t *images, int64_t numbers)
{
    CHECK(width >= 1 && width <= MOST_WIDTH && size >= (int64_t)sizeof(Search) && numbers >= 0);
    set_up_board(&s->board, (unsigned)width);
    CHECK(set_up_pieces(&s->pieces, images, (size_t)numbers, &s->board));
    const int64_t count = s->pieces.count ? s->pieces.count : 1;
    return begin(s, size, PLACE, KEY_BITS, count * KEY_BITS, s->pieces.least, count) ? SPRAGUE_NO_ROOM : SPRAGUE_DONE;
}

/* Makes a search of boards with stones in memory of zeros. The number of planes says which game it is. */
EXPORT int64_t KEY_NAME(search_stones)(Search *s, int64_t size, int64_t width, int64_t planes)
{
    static const Game games[] = {CANNIBAL, CLOBBER, NOGO};
    CHECK(planes >= 1 && planes <= 3);
    const int64_t cells = KEY_BITS / planes, each = planes == 3 ? 2 : 4;
    CHECK(width >= 1 && width <= MOST_WIDTH && width * width <= cells);
    if (begin(s, size, games[planes - 1], cells, each * cells, 1, each))
        return SPRAGUE_NO_ROOM;
    set_up_board(&s->board, (unsigned)width);
    return SPRAGUE_DONE;
}

/* Makes a search of a graph in memory of zeros: the neighbours of each vertex, some symmetries, which map each vertex,
   and room for the images under these. */
EXPORT int64_t KEY_NAME(search_graph)(Search *s, int64_t size, const uint64_t *neighbours, int64_t words, int64_t arcs,
                                      const uint8_t *symmetries, int64_t mapped, Images *images, int64_t images_size)
{
    const int64_t vertices = words / KEY_WORDS;
    CHECK(words == vertices * KEY_WORDS && vertices <= KEY_BITS);
    CHECK(vertices ? mapped % vertices == 0 : !mapped);
    const int64_t count = vertices ? mapped / vertices : 0;
    CHECK(images_size >= count * (int64_t)sizeof(Images));
    const Key all = vertices ? ~(Key)0 >> (KEY_BITS - vertices) : 0;
    int64_t ends = 0;
    for (int64_t v = 0; v < vertices; v++) {
        const Key near = key_of(neighbours + v * KEY_WORDS);
        CHECK(!(near & ~all) && !(near >> v & 1));
        ends += key_size(near);
    }
    for (int64_t i = 0; i < mapped; i++)
        CHECK(symmetries[i] < vertices);
    if (begin(s, size, KAYLES, vertices, arcs ? ends / 2 : vertices, 2, 0))
        return SPRAGUE_NO_ROOM;
    s->graph = (Graph){.vertices = (unsigned)vertices, .symmetries = (unsigned)count, .arcs = arcs};
    for (int64_t v = 0; v < vertices; v++)
        s->graph.near[v] = key_of(neighbours + v * KEY_WORDS);
    for (int64_t i = 0; i < count; i++)
        set_up_images(images[i], symmetries + i * vertices, (unsigned)vertices);
    return SPRAGUE_DONE;
}

/* Writes to `values` the values of the tiny boards `start` … `stop` - 1 of a width; those below are there. */
EXPORT int64_t KEY_NAME(search_fill_tiny)(uint8_t *values, int64_t size, int64_t width, int64_t start, int64_t stop)
{
    CHECK(width >= 1 && width <= MOST_WIDTH && 0 <= start && start <= stop && stop <= size);
    uint64_t not_first = 0;
    for (unsigned i = 0; i < 64; i++)
        not_first |= (uint64_t)(i % width != 0) << i;
    fill_tiny(values, (uint64_t)start, (uint64_t)stop, (unsigned)width, not_first);
    return SPRAGUE_DONE;
}

/* Writes the values of the tiny boards `start` … `stop` - 1 of a search with pieces; those below are there. */
EXPORT int64_t KEY_NAME(search_fill_pieces)(const Search *s, int64_t size, uint8_t *values, int64_t room, int64_t start,
                                            int64_t stop)
{
    CHECK(size >= (int64_t)sizeof(Search) && s->game == PLACE && 0 <= start && start <= stop && stop <= room);
    fill_tiny_pieces(values, (uint64_t)start, (uint64_t)stop, &s->pieces);
    return SPRAGUE_DONE;
}
