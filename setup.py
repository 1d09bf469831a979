from setuptools import setup, Extension
from Cython.Build import cythonize
from Cython.Compiler import Options
Options.buffer_max_dims = 2
COMPILED=["row","learner","watcher","mistakes","loss","ledger","bound","game","data/features","data/labels","learners/linear/linear","learners/linear/perceptron","learners/boolean/winnow"]
exts=[Extension("littlestone."+n.replace("/","."),[f"src/littlestone/{n}.py"],extra_compile_args=["-O3","-ffp-contract=off"]) for n in COMPILED]
exts.append(Extension("littlestone._shared",["src/littlestone/_shared.c"]))
setup(name="littlestone",packages=[],package_dir={"":"src"},ext_modules=cythonize(exts,shared_utility_qualified_name="littlestone._shared",compiler_directives=dict(language_level=3,annotation_typing=False,initializedcheck=False,binding=True),nthreads=2))
